"""The same job done by Scrapy: follow all links of the hosts, keep a WARC, index one text field in tantivy.

Runs in an environment of its own (`run.py` makes it) and prints pages, wall and CPU seconds as JSON. Everything is
written as Scrapy's documentation would have it, with the settings that make it quickest: no log, no cookies, no
console, no delay, and a set of its own that spares Scrapy the links it has met already. robots.txt is obeyed.
Nothing is kept for a restart.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import scrapy
import tantivy
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse, Response
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

COMMIT_EVERY = 4.0  # seconds, as the crawler that this is compared with
TEXT = "//body//text()[not(parent::script or parent::style)]"


class Pages(scrapy.Spider):
    name = "pages"

    def __init__(self, seeds: list[str], folder: Path) -> None:
        super().__init__()
        self.seeds = seeds
        self.hosts = {urlsplit(seed).netloc for seed in seeds}
        self.seen: set[str] = set(seeds)
        self.store = Store(folder)

    async def start(self) -> AsyncIterator[scrapy.Request]:
        for seed in self.seeds:
            yield scrapy.Request(seed)

    def parse(self, response: Response) -> Iterator[scrapy.Request]:
        self.store.archive(response)
        if not isinstance(response, HtmlResponse):
            return
        title = response.xpath("//title/text()").get("")
        self.store.index(response.url, title, " ".join(response.xpath(TEXT).getall()))
        for href in response.xpath("//a/@href").getall():
            url = urldefrag(response.urljoin(href)).url
            if url not in self.seen:
                self.seen.add(url)
                if urlsplit(url).netloc in self.hosts:
                    yield scrapy.Request(url)

    def closed(self, _reason: str) -> None:
        self.store.close()


class Store:
    """WARC and index of one run."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "pages.warc.gz").open("wb")
        self._warc = WARCWriter(self._file, gzip=True)
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("url", stored=True, tokenizer_name="raw")
        builder.add_text_field("title", stored=True)
        builder.add_text_field("text", stored=True)
        (folder / "index").mkdir()
        self._writer = tantivy.Index(builder.build(), path=str(folder / "index")).writer(120_000_000, 1)
        self._committed = time.monotonic()
        self.pages = 0
        self.bytes = 0

    def archive(self, response: Response) -> None:
        self.pages += 1
        self.bytes += len(response.body)
        request = response.request
        assert request is not None
        parts = urlsplit(response.url)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        answer = StatusAndHeaders(f"{response.status} OK", _headers(response.headers), protocol="HTTP/1.1")
        question = StatusAndHeaders(
            f"{request.method} {target} HTTP/1.1", _headers(request.headers), is_http_request=True
        )
        record = self._warc.create_warc_record(
            response.url, "response", payload=BytesIO(response.body), http_headers=answer
        )
        asked = self._warc.create_warc_record(response.url, "request", payload=BytesIO(), http_headers=question)
        self._warc.write_request_response_pair(asked, record)

    def index(self, url: str, title: str, text: str) -> None:
        self._writer.add_document(tantivy.Document(url=url, title=title, text=text))
        if time.monotonic() - self._committed > COMMIT_EVERY:
            self._writer.commit()
            self._committed = time.monotonic()

    def close(self) -> None:
        self._writer.commit()
        self._writer.wait_merging_threads()
        self._file.close()


def _headers(headers: scrapy.http.Headers) -> list[tuple[str, str]]:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, values in headers.items() for value in values]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--max-pages", type=int, default=0)
    parser.add_argument("--concurrency", type=int, default=32)
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)
    process = CrawlerProcess(
        {
            "ROBOTSTXT_OBEY": True,
            "USER_AGENT": "Benchmark/1.0 (+http://127.0.0.1/)",
            "LOG_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "COOKIES_ENABLED": False,
            "DOWNLOAD_DELAY": 0,
            "DOWNLOAD_TIMEOUT": 15,
            "CONCURRENT_REQUESTS": options.concurrency,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
            "CLOSESPIDER_PAGECOUNT": options.max_pages,
        }
    )
    crawler = process.create_crawler(Pages)
    started = time.monotonic()
    process.crawl(crawler, seeds=options.seeds.read_text().split(), folder=options.folder)
    process.start()
    wall = time.monotonic() - started
    spider = crawler.spider
    assert isinstance(spider, Pages)
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    cpu = sum(part.ru_utime + part.ru_stime for part in usage)
    print(json.dumps({"pages": spider.store.pages, "bytes": spider.store.bytes, "wall": wall, "cpu": cpu}))


if __name__ == "__main__":
    main()
