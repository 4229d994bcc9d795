"""mekik search: find pages, with the words in their context."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.options import as_text, open_workspace
from mekik.cli.parser import Parser, whole_number
from mekik.cli.terminal import Count, bold, date_text, dim, harmless, marked, print_json, print_note, print_out, width

if TYPE_CHECKING:
    from mekik.search import Hit, Match, SearchResult, Snippet

NO_HITS = 20
FACETS_SHOWN = 8
REASONS_SHOWN = 12


def arguments(parser: Parser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help=say("argument.search.query"))
    parser.add_argument("--limit", metavar="N", type=whole_number, default=10, help=say("argument.search.limit"))
    parser.add_argument("--offset", metavar="N", type=whole_number, default=0, help=say("argument.search.offset"))
    parser.add_argument("--host", metavar="HOST", help=say("argument.search.host"))
    parser.add_argument("--language", metavar="LANGUAGE", help=say("argument.search.language"))
    parser.add_argument("--type", metavar="TYPE", help=say("argument.search.type"))
    parser.add_argument("--topic", metavar="TOPIC", help=say("argument.search.topic"))
    parser.add_argument("--keyword", metavar="WORD", help=say("argument.search.keyword"))
    parser.add_argument("--since", metavar="DATE", help=say("argument.search.since"))
    parser.add_argument("--sort", choices=("relevance", "date"), default="relevance", help=say("argument.search.sort"))
    parser.add_argument("--similar", choices=("one", "all"), default="one", help=say("argument.search.similar"))
    parser.add_argument("--translate", action="store_true", help=say("argument.search.translate"))
    parser.add_argument("--from", metavar="LANGUAGE", dest="source", help=say("argument.search.from"))
    parser.add_argument("--explain", action="store_true", help=say("argument.search.explain"))
    parser.add_argument("--mine", action="store_true", help=say("argument.search.mine"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    workspace = open_workspace(options)
    if options.translate:
        workspace.translator(_Preparing())
    result = workspace.search(
        as_text(options.query), limit=options.limit, host=options.host, language=options.language,
        type=options.type, topic=options.topic, since=options.since, sort=options.sort, mine=options.mine,
        offset=options.offset, similar=options.similar, keyword=options.keyword, keywords=True,
        translate=options.translate, source=options.source, explain=options.explain,
    )  # fmt: skip
    if options.json:
        print_json(result)
    else:
        _print(result, options.offset)
    return 0 if result.total else NO_HITS


def _print(result: SearchResult, offset: int) -> None:
    for number, hit in enumerate(result.hits, start=offset + 1):
        for line in hit_lines(number, hit):
            print_out(line)
        print_out()
    if result.total:
        took = f"{result.took_ms:.0f}"
        sentence = "search.total_about" if result.total_about else "search.total"
        print_out(say(sentence, total=Count(result.total), shown=len(result.hits), took=took))
    elif not result.query.strip():
        print_out(say("search.empty"))
        return
    else:
        print_out(say("search.none", query=harmless(result.query)[:200]))
    print_out(dim(say("search.read_as", what=harmless(result.interpretation)[:300])))
    facets = result.facets
    about = [one for one in facets.keyword if one.count > 1]
    for values in (facets.host, facets.language, facets.type, facets.topic, about):
        if len(values) > 1:
            print_out(dim("  " + ", ".join(f"{harmless(one.value)} {one.count}" for one in values[:FACETS_SHOWN])))


def hit_lines(number: int, hit: Hit) -> list[str]:
    """One hit: title; address; date, author, language and type; the words in their context."""
    facts = [date_text(hit.published or hit.fetched_at), hit.author[:80], hit.language, hit.content_type]
    if hit.width and hit.height:
        facts.append(f"{hit.width} × {hit.height}")
    if hit.spam:
        facts.append(say("search.spam", score=f"{hit.spam:.2f}"))
    return [
        f"{number:>3}. {bold(harmless(hit.title)[:200] or say('search.untitled'))}",
        "     " + harmless(hit.url)[:500],
        "     " + dim(" · ".join(harmless(fact) for fact in facts if fact)),
        *snippet_lines(hit.snippet),
        *([dim("     " + say("search.shown_on", url=harmless(hit.source)[:500]))] if hit.source else []),
        *([dim("     " + say("search.keywords", words=harmless(", ".join(hit.keywords))))] if hit.keywords else []),
        *([dim("     " + say("search.matched", words=matches(hit)))] if hit.matched else []),
        *(dim("     " + line) for line in reason_lines(hit)),
        *([dim("     " + say("search.similar", n=Count(hit.similar), group=hit.group))] if hit.similar else []),
    ]


def reason_lines(hit: Hit) -> list[str]:
    """What the score is made of, the weightiest first."""
    lines = []
    for reason in (hit.why or ())[:REASONS_SHOWN]:
        what = harmless(reason.word)[:60] if reason.word else say(f"search.reason.{reason.kind}")
        if reason.form not in ("", "exact"):
            what += f" ({say(f'search.reason.{reason.form}')})"
        where = say(f"search.reason.{reason.field}") if reason.field else ""
        lines.append(f"{reason.score:>8.2f}  {' · '.join(filter(None, (what, where)))}")
    return lines


def matches(hit: Hit) -> str:
    """Words of the query with what the page calls them."""
    return ", ".join(harmless(_match(one)) for one in hit.matched or ())


def _match(one: Match) -> str:
    if one.translated and one.translated == one.found:
        return say("search.matched_there", word=one.word, found=one.found)
    return f"{one.word} = {one.found}" if one.word != one.found else one.word


class _Preparing:
    """Says once of each dictionary that it is being made ready."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, name: str) -> None:
        if name not in self._told:
            self._told.add(name)
            print_note(say("search.preparing", name=name))


def snippet_lines(snippet: Snippet) -> list[str]:
    """The snippet wrapped to the terminal, its words marked. Until it is wrapped a mark is one character, because
    an escape sequence would be counted as wide as it is long."""
    text = snippet.text
    pieces: list[str] = []
    at = 0
    for start, end in snippet.highlights:
        if not at <= start < end <= len(text):
            continue
        pieces += [harmless(text[at:start]), "\0", harmless(text[start:end]).replace(" ", "\1"), "\0"]
        at = end
    pieces.append(harmless(text[at:]))
    lines = textwrap.wrap("".join(pieces), width() - 5, break_on_hyphens=False)
    return ["     " + _mark(line) for line in lines]


def _mark(line: str) -> str:
    parts = line.split("\0")
    marked_parts = [marked(part.replace("\1", " ")) if odd % 2 else part for odd, part in enumerate(parts)]
    return "".join(marked_parts)
