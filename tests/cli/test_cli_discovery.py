"""Sitemaps, feeds and topics from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import run

from mekik.lab.demo import DemoWeb

HOST = "bulten.gazete.localhost"


def test_topics_and_what_listings_say_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = tmp_path / "job.toml"
    with DemoWeb() as web:
        job.write_text(
            f'seeds = ["{web.url(HOST)}"]\nscope = {{ kind = "host" }}\nfrontier = {{ delay = 0.0 }}\n'
            "parse = { workers = 0 }\n"
            'fetch = { allow_addresses = ["127.0.0.0/8"] }\n'
            '[discovery]\ntopics = { "*/kirik.rss" = "books" }\ncategories = { "health" = "sağlık" }\n',
            encoding="utf-8",
        )
        monkeypatch.setenv("MEKIK_LANG", "en")
        data = ("--data", str(tmp_path / "data"))
        crawled = run("crawl", "--job", job, *data, "--quiet")
        assert crawled.code == 0, crawled.err
        found = run("search", "topic:sağlık", *data)
        assert "/sayi/dis-perisi" in found.out
        assert run("search", "--topic", "books", "kitap", *data).out.count("http://") == 1
        why = run("why", web.url(HOST, "/sayi/gezici-kitapci"), *data).out
        assert "Topics: books" in why
        assert "Author by its feed: Orhan Yol" in why
        assert "Sitemap priority: 0.9." in run("why", web.url(HOST, "/sayi/deniz-otobusu"), *data).out
        monkeypatch.setenv("MEKIK_LANG", "tr")
        feed = run("why", web.url(HOST, "/akis/kirik.rss"), *data).out
        assert "Besleme olarak gösterildi." in feed
        assert "Bir sonraki ziyaret" in feed
        monkeypatch.setenv("MEKIK_LANG", "en")
        index = run("why", web.url(HOST, "/haritalar.xml"), *data).out
        assert "robots.txt names" in index
        again = run("resume", *data, "--json")
        assert again.code == 0
        assert web.hits("/akis/kirik.rss", HOST) == 1, "it is not due for an hour"
