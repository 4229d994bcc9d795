"""E-mail addresses are found in all their hidden spellings, and nowhere else."""

from __future__ import annotations

import pytest

from mekik.analysis.capture.email import emails
from mekik.analysis.capture.searching import Text


def found(text: str) -> list[tuple[str, str]]:
    """Value and spelling of each address."""
    return [(span.value, text[span.start : span.end]) for span in emails(Text(text))]


@pytest.mark.parametrize(
    "spelling",
    ["a@b.com", "a @ b.com", "a@b dot com", "a at b dot com", "a(AT)b(DOT)com", "a (at) b.com", "a [at] b [dot] com",
     "a{at}b{dot}com", "a&#64;b.com", "a＠b．com", "a@b[.]com", "a(@)b.com", "a [et] b [nokta] com",
     "a (ät) b (punkt) com", "a (afna) b (pika) com", "a_at_b_dot_com", "a-at-b-dot-com", "a@b (dot) com",
     "a <at> b <dot> com", "aATbDOTcom", "a\u200b@b\u200b.com", "a@b\u00ad.com", "a@ b.com", "a @ b . com"],
)  # fmt: skip
def test_every_spelling_of_one_address(spelling: str) -> None:
    for text in (spelling, f"E-mail: {spelling}, thank you.", f"İletişim için e-posta: {spelling} adresine yazın."):
        assert found(text) == [("a@b.com", spelling)], text


@pytest.mark.parametrize(
    "text",
    ["meet me at noon dot", "meet me at noon dot com", "look at example.com", "Look at example dot com now.",
     "version 2.0@beta", "npm install react@18.2.0", "logo@2x.png", "photo@3x.jpg", "follow @someone",
     "@user@social.example.org", "git@example.org:team/project.git", "https://user@example.org/path", "ftp://user:word@ftp.example.org/",
     "contact us at example dot com", "a@b", "a@b.notasuffix", "me@com", "Message-ID: <20240101.abc@mail.example.org>",
     "12 @ 3.50", "He arrived at ten. Dot com companies were late.", "we sell (at) cost.", "@example.org", "a@@b.com"],
)  # fmt: skip
def test_what_only_looks_like_an_address(text: str) -> None:
    assert found(text) == []


def test_the_domain_is_lower_case_and_the_name_is_kept() -> None:
    assert found("John.DOE@Example.ORG") == [("John.DOE@example.org", "John.DOE@Example.ORG")]


def test_what_follows_an_address_without_a_blank_is_not_part_of_it() -> None:
    assert found("info@example.org.Please write")[0][0] == "info@example.org"
    assert found("info@example.com.tr'ye yazın")[0][0] == "info@example.com.tr"
    assert found("(info@example.org), <other@example.org>;") == [
        ("info@example.org", "info@example.org"),
        ("other@example.org", "other@example.org"),
    ]
