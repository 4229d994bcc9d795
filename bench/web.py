"""Writes a made-up web of many hosts as static files; `server.py` serves it on loopback.

The same arguments always give the same web. Every page can be reached from its host's home page, nobody links
to a page that does not exist, and no two addresses are the same page, so that every crawler finds the same set.

    python bench/web.py --pages 20000
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

import numpy as np

from words import Vocabulary

WORK = Path(__file__).resolve().parent / "work"
PORT = 8765
LANGUAGES = {"tr": 0.70, "en": 0.18, "de": 0.12}
BRANCHING = 8  # children of a page in the tree that makes all pages reachable
SECTIONS = {
    "tr": ["gündem", "spor", "ekonomi", "kültür-sanat", "bilim", "sağlık", "dünya", "yazarlar"],
    "en": ["news", "sport", "business", "culture", "science", "health", "world", "opinion"],
    "de": ["nachrichten", "sport", "wirtschaft", "kultur", "wissenschaft", "gesundheit", "welt", "meinung"],
}
STYLE = "<style>body{font:16px/1.5 serif;margin:0 auto;max-width:60em}nav a{margin-right:1em}</style>"
SCRIPT = (
    "<script>(function(){var n=document.querySelectorAll('nav a');for(var i=0;i<n.length;i++){"
    "n[i].addEventListener('click',function(e){window.lastClick=e.target.href;});}})();</script>"
)


@dataclass(frozen=True)
class Web:
    """Where a web stands and how it is reached; kept beside it as `web.json`."""

    folder: str
    hosts: int
    pages: int
    seed: int
    port: int
    mean_size: float
    mean_words: float
    mean_links: float

    @property
    def seeds(self) -> list[str]:
        return [f"http://{address(number)}:{self.port}/" for number in range(self.hosts)]


@dataclass(frozen=True)
class Place:
    """One page: the link that names it from the root of its host, and the file that holds it."""

    href: str
    file: str


def address(host: int) -> str:
    return f"127.0.{1 + host // 250}.{1 + host % 250}"


def make(pages: int, hosts: int = 200, seed: int = 1, port: int = PORT) -> Web:
    """The web of these arguments; written only when it is not there yet."""
    folder = WORK / f"web-{pages}-{hosts}-{seed}-{port}-{_edition()}"
    label = folder / "web.json"
    if label.exists():
        return Web(**json.loads(label.read_text()) | {"folder": str(folder)})  # it may have been moved
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    web = Writer(folder, pages, hosts, seed, port).write()
    label.write_text(json.dumps(asdict(web), indent=1))
    return web


class Writer:
    def __init__(self, folder: Path, pages: int, hosts: int, seed: int, port: int) -> None:
        self.folder, self.pages, self.hosts, self.seed, self.port = folder, pages, hosts, seed, port
        self.vocabularies = {language: Vocabulary(language, seed) for language in LANGUAGES}
        chance = random.Random(seed)
        self.languages = _languages(hosts, chance)
        self.places = [self._places(host, count) for host, count in enumerate(_sizes(pages, hosts, chance))]
        self.foreign = [
            f"https://www.{'-'.join(chance.sample(SECTIONS['en'], 2))}-{number}.example/{number % 97}/"
            for number in range(2000)
        ]

    def write(self) -> Web:
        totals = np.zeros(3)
        for host, places in enumerate(self.places):
            root = self.folder / address(host)
            root.mkdir()
            (root / "robots.txt").write_text("User-agent: *\nDisallow: /private/\nDisallow: /*?print=\n")
            chance = random.Random(f"{self.seed}/{host}")
            generator = np.random.default_rng([self.seed, host])
            for folder in {str(Path(place.file).parent) for place in places}:
                (root / folder).mkdir(parents=True, exist_ok=True)
            for number, place in enumerate(places):
                html, words, links = self._page(host, number, chance, generator)
                data = html.encode()
                (root / place.file).write_bytes(data)
                totals += (len(data), words, links)
        size, words, links = (totals / self.pages).round(1).tolist()
        return Web(str(self.folder), self.hosts, self.pages, self.seed, self.port, size, words, links)

    def _places(self, host: int, count: int) -> list[Place]:
        """Four shapes of address: with an ending, without one, a folder, and a query that a file answers."""
        chance = random.Random(f"{self.seed}/places/{host}")
        language = self.languages[host]
        sections = SECTIONS[language]
        words = [word for word in self.vocabularies[language].words[100:6000] if word.isalpha()]
        places = [Place("/", "index.html"), *(Place(f"/{quote(name)}/", f"{name}/index.html") for name in sections)]
        while len(places) < count:
            number = len(places)
            section = chance.choice(sections)
            slug = "-".join(chance.sample(words, chance.randint(2, 4))).lower() + f"-{number}"
            shape = chance.random()
            if shape < 0.60:
                name = f"{section}/{slug}.html"
            elif shape < 0.80:
                name = f"{section}/{chance.randint(2015, 2026)}/{chance.randint(1, 12):02d}/{slug}"
            elif shape < 0.90:
                places.append(Place(f"/{quote(section)}/{quote(slug)}/", f"{section}/{slug}/index.html"))
                continue
            else:
                lead = chance.choice(["page", "show", "category"])
                query = f"{lead}={chance.randint(1, 9)}&id={number}" if chance.random() < 0.5 else f"id={number}"
                places.append(Place(f"/article?{query}", f"article-{number}"))
                continue
            places.append(Place(f"/{quote(name)}", name))
        return places[:count]

    def _page(
        self, host: int, number: int, chance: random.Random, generator: np.random.Generator
    ) -> tuple[str, int, int]:
        """One page of about 2,000 words and 40 links."""
        places, language = self.places[host], self.languages[host]
        vocabulary = self.vocabularies[language]
        count = int(generator.normal(1950, 450))
        words = vocabulary.draw(generator, min(4000, max(500, count)))
        title = " ".join(words[: chance.randint(3, 8)]).capitalize()
        menu = [f'<a href="{place.href}">{_label(place)}</a>' for place in places[: 1 + BRANCHING]]
        links = self._links(host, number, chance)
        paragraphs = _paragraphs(words, links, chance)
        canonical = ""
        if chance.random() < 0.3:
            canonical = f'<link rel="canonical" href="http://{address(host)}:{self.port}{places[number].href}">'
        footer = (
            f'<a href="/private/{number}" rel="nofollow">·</a> <a href="#top">↑</a> '
            f'<a href="mailto:editor@{address(host)}">@</a> <a href="javascript:print()">⎙</a>'
        )
        html = (
            f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
            f'<meta name="description" content="{" ".join(words[8:28])}">\n{canonical}{STYLE}\n</head>\n'
            f'<body>\n<header id="top"><nav>{" ".join(menu)}</nav></header>\n<main>\n<h1>{title}</h1>\n'
            + "\n".join(paragraphs)
            + f"\n</main>\n<footer>{footer}</footer>\n{SCRIPT}\n</body>\n</html>\n"
        )
        return html, len(words), len(menu) + len(links) + 4

    def _links(self, host: int, number: int, chance: random.Random) -> list[str]:
        """Hrefs of the page's body: its children in the tree, popular and random neighbours, other hosts."""
        places = self.places[host]
        first = BRANCHING * number + 1
        targets = list(range(first, min(first + BRANCHING, len(places))))
        targets += [int(len(places) * chance.random() ** 2.0) for _ in range(20 - len(targets))]
        own = places[number].href
        hrefs = [self._inside(host, own, places[target].href, chance) for target in targets]
        for _ in range(4):
            other = chance.randrange(self.hosts)
            popular = int(len(self.places[other]) * chance.random() ** 3.0)
            hrefs.append(f"http://{address(other)}:{self.port}{self.places[other][popular].href}")
        hrefs += chance.sample(self.foreign, 2)
        chance.shuffle(hrefs)
        return hrefs

    def _inside(self, host: int, own: str, target: str, chance: random.Random) -> str:
        """The same address as sites write it: from the root, relative, whole, with a fragment."""
        form = chance.random()
        if form < 0.55:
            written = target
        elif form < 0.80:
            written = _relative(own, target)
        else:
            written = f"http://{address(host)}:{self.port}{target}"
        if chance.random() < 0.05:
            written += "#yorumlar"
        if "%C" in written and chance.random() < 0.3:
            path, mark, rest = written.partition("?")
            written = "%".join([path.split("%")[0], *(f"{p[:2].lower()}{p[2:]}" for p in path.split("%")[1:])])
            written += mark + rest
        return written.replace("&", "&amp;")


def _edition() -> str:
    """Changes with the generator, so that no web of an older one is taken for this one's."""
    here = Path(__file__).resolve().parent
    return sha256(b"".join((here / name).read_bytes() for name in ("web.py", "words.py"))).hexdigest()[:8]


def _relative(own: str, target: str) -> str:
    """`target` as seen from `own`, both from the root of one host."""
    path, mark, query = target.partition("?")
    here, there = own.partition("?")[0].split("/")[1:-1], path.split("/")[1:]
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    steps = "../" * (len(here) - common) + "/".join(there[common:])
    return (steps or "./") + mark + query


def _paragraphs(words: list[str], hrefs: list[str], chance: random.Random) -> list[str]:
    """Sentences in paragraphs, with the links on two or three words each."""
    sentences, at = [], 0
    while at < len(words):
        sentence = words[at : at + chance.randint(6, 22)]
        at += len(sentence)
        sentence[0] = sentence[0][:1].upper() + sentence[0][1:]
        if len(sentence) > 12:
            sentence[5] += ","
        sentences.append(sentence)
    for number, href in enumerate(hrefs):
        sentence = sentences[number * len(sentences) // len(hrefs)]
        end = min(len(sentence), 1 + chance.randint(1, 3)) - 1
        sentence[0] = f'<a href="{href}">{sentence[0]}'
        sentence[end] += "</a>"
    texts = [" ".join(sentence) + "." for sentence in sentences]
    return [f"<p>{' '.join(texts[at : at + 6])}</p>" for at in range(0, len(texts), 6)]


def _label(place: Place) -> str:
    return place.file.split("/")[0].replace("index.html", "⌂").capitalize()


def _sizes(pages: int, hosts: int, chance: random.Random) -> list[int]:
    """Pages of each host: from a third of the mean to thrice the mean."""
    weights = [3.0 ** chance.uniform(-1, 1) for _ in range(hosts)]
    least = 1 + BRANCHING
    spare = pages - hosts * least
    if spare < 0:
        raise SystemExit(f"{hosts} hosts want at least {hosts * least} pages.")
    sizes = [least + int(spare * weight / sum(weights)) for weight in weights]
    sizes[0] += pages - sum(sizes)
    return sizes


def _languages(hosts: int, chance: random.Random) -> list[str]:
    result = [name for name, share in LANGUAGES.items() for _ in range(round(hosts * share))]
    result = (result + ["tr"] * hosts)[:hosts]
    chance.shuffle(result)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--hosts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    print(json.dumps(asdict(make(**vars(parser.parse_args()))), indent=1))


if __name__ == "__main__":
    main()
