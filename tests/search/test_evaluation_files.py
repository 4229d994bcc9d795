"""Files of collections, in every format, whole and broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from mekik.errors import UsageError
from mekik.search.evaluation import CorpusDocument, read_documents, read_judgements, read_queries, reading

SGML = """<DOC>
<DOCNO> A-1 </DOCNO>
<DATE> 2001 </DATE>
<HEADLINE>K&ouml;pr&uuml;</HEADLINE>
<TEXT>
<P>Yeni yol</P> a&lt;b
</TEXT>
</DOC>
<doc><docno>A-2</docno>yalnız bu</doc>
"""
TOPICS = """<top>
<num> Number: 301
<title> Köprü
<desc> Description:
Köprülerin
yapımı
<narr> Narrative: uzun
</top>
<top><num>302</num><title>Kedi</title></top>
"""


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def test_trec_documents(tmp_path: Path) -> None:
    first, second = read_documents([write(tmp_path / "docs", SGML)])
    assert (first.id, first.title) == ("A-1", "Köprü")
    assert first.text.split() == ["Yeni", "yol", "a<b"]
    assert second == CorpusDocument("A-2", "", "yalnız bu")


def test_records_over_the_borders_of_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "docs", SGML * 3)
    whole = list(read_documents([path]))
    assert len(whole) == 6
    for size in (1, 2, 3, 5, 7, 64):
        monkeypatch.setattr(reading, "_PIECE", size)
        assert list(read_documents([path])) == whole


def test_a_folder_of_json_lines_with_either_name_of_the_id(tmp_path: Path) -> None:
    write(tmp_path / "b.jsonl", '{"_id": 2, "text": "iki", "more": [1]}\n')
    write(tmp_path / "a.jsonl", '\ufeff{"id": "1", "title": "bir", "text": null}\n\n')
    assert list(read_documents([tmp_path])) == [CorpusDocument("1", "bir", ""), CorpusDocument("2", "", "iki")]


def test_other_encodings_must_be_named(tmp_path: Path) -> None:
    path = write(tmp_path / "docs", "<DOC><DOCNO>1</DOCNO>ışık</DOC>", "windows-1254")
    with pytest.raises(UsageError, match="--encoding"):
        list(read_documents([path]))
    assert next(read_documents([path], "windows-1254")).text == "ışık"
    with pytest.raises(UsageError, match="no encoding"):
        list(read_documents([path], "no-such"))


def test_queries_in_three_formats(tmp_path: Path) -> None:
    topics = write(tmp_path / "topics", TOPICS)
    assert read_queries(topics) == {"301": "Köprü", "302": "Kedi"}
    assert read_queries(topics, parts=("title", "desc"))["301"] == "Köprü Köprülerin yapımı"
    assert read_queries(write(tmp_path / "lines", '{"id": 7, "text": "kedi"}')) == {"7": "kedi"}
    assert read_queries(write(tmp_path / "tabs", "7\tkara kedi\n")) == {"7": "kara kedi"}


def test_judgements_in_both_formats(tmp_path: Path) -> None:
    expected = {"1": {"a": 1, "b": 0}, "2": {"a": 2}}
    three = write(tmp_path / "3", "query-id\tcorpus-id\tscore\n1\ta\t1\n1\tb\t0\n1\tc\t-1\n2\ta\t2\n")
    four = write(tmp_path / "4", "1 0 a 1\n1 0 b 0\n2 0 a 2\n")
    assert read_judgements(three) == read_judgements(four) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{no json", "line 1: no JSON"),
        ('{"text": "x"}', "line 1: the document has no id"),
        ("<DOC>x</DOC>", "no <DOCNO>"),
        ("<DOC><DOCNO>1</DOCNO>", "has no end"),
        ('{"id": "1", "text": "\\ud800"}', "line 1: no JSON"),
    ],
)
def test_broken_documents_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path / "docs", text)
    with pytest.raises(UsageError, match=message):
        list(read_documents([path]))


@pytest.mark.parametrize("text", ["1 a\n", "1 a x\n2 a x\n", ""])
def test_broken_judgements_are_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError):
        read_judgements(write(tmp_path / "qrels", text))


@pytest.mark.parametrize("text", ["no tab", "1\ta\n1\tb\n", "", "<top><title>x</top>", '{"text": "x"}'])
def test_broken_queries_are_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError):
        read_queries(write(tmp_path / "queries", text))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Cannot read"):
        read_queries(tmp_path / "none")
