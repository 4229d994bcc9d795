"""Sitemaps, feeds and topics from the command line."""

from __future__ import annotations

from pathlib import Path

from cli_runner import run_process

from mekik.lab.demo import DemoWeb

HOST = "bulten.gazete.localhost"


def test_topics_and_what_listings_say_are_shown(tmp_path: Path) -> None:
    job = tmp_path / "job.toml"
    with DemoWeb() as web:
        job.write_text(
            f'seeds = ["{web.url(HOST)}"]\nscope = {{ kind = "host" }}\nfrontier = {{ delay = 0.0 }}\n'
            'fetch = { allow_addresses = ["127.0.0.0/8"] }\n'
            '[discovery]\ntopics = { "*/kirik.rss" = "books" }\ncategories = { "health" = "sağlık" }\n',
            encoding="utf-8",
        )
        english = {"MEKIK_LANG": "en"}
        data = ("--data", str(tmp_path / "data"))
        crawled = run_process("crawl", "--job", job, *data, "--quiet", env=english)
        assert crawled.code == 0, crawled.err
        found = run_process("search", "topic:sağlık", *data, env=english)
        assert "/sayi/dis-perisi" in found.out
        assert run_process("search", "--topic", "books", "kitap", *data, env=english).out.count("http://") == 1
        why = run_process("why", web.url(HOST, "/sayi/gezici-kitapci"), *data, env=english).out
        assert "Topics: books" in why
        assert "Author by its feed: Orhan Yol" in why
        assert (
            "Sitemap priority: 0.9." in run_process("why", web.url(HOST, "/sayi/deniz-otobusu"), *data, env=english).out
        )
        feed = run_process("why", web.url(HOST, "/akis/kirik.rss"), *data, env={"MEKIK_LANG": "tr"}).out
        assert "Besleme olarak gösterildi." in feed
        assert "Bir sonraki ziyaret" in feed
        index = run_process("why", web.url(HOST, "/haritalar.xml"), *data, env=english).out
        assert "robots.txt names" in index
        again = run_process("resume", *data, "--json", env=english)
        assert again.code == 0
        assert web.hits("/akis/kirik.rss", HOST) == 1, "it is not due for an hour"
