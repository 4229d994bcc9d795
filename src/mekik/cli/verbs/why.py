"""mekik why: everything that is known about one address, as sentences."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mekik.cli.catalogue import find, reason_text, say
from mekik.cli.options import as_address, as_text, open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import Count, bold, date_text, duration_text, harmless, print_json, print_out, size_text

if TYPE_CHECKING:
    from mekik.crawl.why import HintAnswer, Why
    from mekik.crawl.why_revisit import RevisitAnswer

DAY = 86_400.0
CAPTURES_SHOWN = 5


WAYS = "ERCAIQJH"
"""Last letters of discovery paths that are no plain links and that nothing else tells of."""


def arguments(parser: Parser) -> None:
    parser.add_argument("url", metavar="URL", help=say("argument.why.url"))
    parser.job_option()
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    why = open_workspace(options).why(as_address(as_text([options.url])), options.job)
    if options.json:
        print_json(why)
        return 0
    print_out(bold(harmless(why.url)))
    for sentence in sentences(why):
        print_out("  " + sentence)
    return 0


def sentences(why: Why) -> Iterator[str]:
    """The answer in the order in which a person asks: what became of it, how it was found, where it is now."""
    yield say(f"why.status.{why.status}")
    if why.outcome:
        yield say("why.outcome", outcome=why.outcome, sentence=outcome_text(why.outcome))
    if why.reason and not _said_otherwise(why):
        yield say("why.reason", reason=harmless(reason_text(why.reason)))
    if why.found_on:
        yield say("why.found_on", url=harmless(why.found_on), depth=why.depth)
        if (why.path or "L")[-1] in WAYS:
            yield say(f"why.way.{(why.path or 'L')[-1]}")
    elif why.depth == 0 and (why.path or "S") == "S":
        yield say("why.seed")
    if why.hint:
        yield from hint_sentences(why.hint, why.found_on)
    if why.code:
        kind, size = harmless(why.content_type or "?"), size_text(why.bytes or 0)
        when = date_text(why.visited_at)
        yield say("why.visited", when=when, code=why.code, type=kind, bytes=size, ms=why.ms or 0)
    if why.attempts > 1:
        yield say("why.attempts", n=why.attempts)
    if why.robots and why.robots.line:
        verdict = say("why.allowed") if why.robots.allowed else say("why.denied")
        yield say("why.robots", verdict=verdict, line=why.robots.line, rule=harmless(why.robots.rule))
    if why.score is not None and why.status == "waiting":
        yield say("why.score", score=harmless(why.score_text or f"{why.score:g}"))
    if why.next_visit:
        yield say("why.next_visit", when=date_text(why.next_visit))
    if why.revisit:
        yield from revisit_sentences(why.revisit)
    yield from _text(why)
    for capture in why.captures[-CAPTURES_SHOWN:]:
        when = date_text(capture.time)
        yield say("why.capture", when=when, file=harmless(capture.file), offset=capture.offset)
    if why.status == "completed":
        yield say("why.indexed") if why.indexed else say("why.not_indexed")
    if why.keywords:
        yield say("why.keywords", words=harmless(", ".join(why.keywords)))
    if why.job:
        yield say("why.job", job=harmless(why.job))


def hint_sentences(hint: HintAnswer, found_on: str | None) -> Iterator[str]:
    """What a sitemap, a feed or a form said about it."""
    if hint.said_by and hint.said_by != found_on:
        yield say("why.said_by", url=harmless(hint.said_by))
    if hint.role == "guess":
        yield say("why.role_guess")
    elif hint.role == "sitemap":
        yield say("why.role_sitemap") if found_on else say("why.role_by_robots")
    elif hint.role == "feed":
        yield say("why.role_feed")
    if hint.priority is not None:
        yield say("why.priority", priority=f"{hint.priority:g}")
    if hint.changefreq:
        yield say("why.changefreq", often=harmless(hint.changefreq))
    if hint.lastmod is not None:
        yield say("why.lastmod", when=date_text(hint.lastmod))
    if hint.published is not None:
        yield say("why.published", when=date_text(hint.published))
    if hint.author:
        yield say("why.author", author=harmless(hint.author))
    if hint.topics:
        yield say("why.topics", topics=harmless(", ".join(hint.topics)))
    if hint.query:
        yield say("why.query", query=harmless(hint.query))


def revisit_sentences(revisit: RevisitAnswer) -> Iterator[str]:
    """How often it changes, how often it is visited, and why."""
    often = duration_text(DAY / revisit.rate) if revisit.rate > 0 else "-"
    source = say(f"why.rate_by.{revisit.source}", visits=Count(revisit.visits), changes=Count(revisit.changes))
    yield say("why.rate", often=often, source=source)
    if revisit.visits > 1:
        yield say("why.changed", when=date_text(revisit.changed_at))
    if revisit.said_at:
        yield say("why.said", when=date_text(revisit.said_at), percent=round(100 * revisit.trust))
    if revisit.interval is not None and revisit.policy != "never":
        yield say("why.interval", interval=duration_text(revisit.interval), policy=revisit.policy)
    if not (revisit.missing or revisit.left):  # else there is nothing that our copy could be like
        yield say("why.fresh", percent=round(100 * revisit.freshness))
    if revisit.missing:
        yield say("why.missing", n=Count(revisit.missing))
    if revisit.left and revisit.left_at:
        yield say("why.left", when=date_text(revisit.left_at), why=say(f"gone.why.{revisit.left}"))


def _text(why: Why) -> Iterator[str]:
    """What is known of its text: who has it too, and whether it is spam."""
    if why.duplicate_of:
        url = harmless(why.duplicate_of)
        if why.outcome == "duplicate":
            yield say("why.duplicate_of", url=url)
        elif why.likeness == 1.0:
            yield say("why.same_text", url=url)
        else:
            yield say("why.nearly_as", url=url, percent=round(100 * (why.likeness or 0)))
    if why.similar and why.group:
        yield say("why.group", n=len(why.similar), group=why.group)
    if why.spam:
        reasons = ", ".join(find(f"spam.{reason}") or harmless(reason) for reason in why.spam.reasons)
        action = say(f"why.spam_action.{why.spam.action or 'none'}")
        yield say("why.spam", score=f"{why.spam.score:.2f}", reasons=reasons, action=action)


def _said_otherwise(why: Why) -> bool:
    """Does another sentence say what the reason says?"""
    from mekik.outcome import Outcome

    plain = why.outcome == Outcome.OK.label and why.reason == Outcome.OK.sentence
    return bool(why.duplicate_of) or plain or why.outcome == Outcome.ROBOTS_DENIED.label


def outcome_text(label: str) -> str:
    """The sentence of an outcome in the reader's language."""
    from mekik.outcome import Outcome

    translated = find(f"outcome.{label}")
    if translated is not None:
        return translated
    return next((outcome.sentence for outcome in Outcome if outcome.label == label), label)
