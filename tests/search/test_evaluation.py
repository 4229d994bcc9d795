"""A tiny collection, from its files to the table of measures."""

from __future__ import annotations

import csv
import json
import tempfile
from pathlib import Path

import pytest

from mekik.cli import main
from mekik.errors import UsageError
from mekik.search.evaluation import CorpusDocument, Evaluation, evaluate, evaluate_collection
from mekik.search.evaluation.terms import Distinct

DOCUMENTS = [
    CorpusDocument("kopru", "Köprüler", "Köprülerden geçen araçlar trafiği rahatlattı."),
    CorpusDocument("kedi", "Kediler", "Mahallenin kedileri için mama kapları konuldu."),
    CorpusDocument("kitap", "Kitaplar", "Kitapları okuyan çocuklar sevindi."),
    CorpusDocument("bos", "", ""),
]
QUERIES = {"1": "köprü", "2": "kedi", "3": "kitap", "4": "hiç kimse sormadı"}
JUDGEMENTS = {"1": {"kopru": 1, "kedi": 0}, "2": {"kedi": 1}, "3": {"kitap": 1, "yok": 1}, "4": {"kedi": 0}}
CONTRACT = ("ndcg@10", "map", "bpref", "p@5", "p@10", "recall@100", "queries")


@pytest.fixture(scope="module")
def both() -> Evaluation:
    return evaluate_collection(
        lambda: DOCUMENTS, QUERIES, JUDGEMENTS, language="tr", against={"analysis.analyser": "none"},
        keep_rankings=True,
    )  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> list[object]:
    rows = [json.dumps({"id": one.id, "title": one.title, "text": one.text}) for one in DOCUMENTS]
    (tmp_path / "corpus.jsonl").write_text("\n".join(rows))
    (tmp_path / "queries.jsonl").write_text("\n".join(json.dumps({"id": k, "text": v}) for k, v in QUERIES.items()))
    lines = [f"{query}\t{name}\t{value}" for query, row in JUDGEMENTS.items() for name, value in row.items()]
    (tmp_path / "qrels.tsv").write_text("\n".join(lines))
    return [
        "evaluate", "--corpus", tmp_path / "corpus.jsonl", "--queries", tmp_path / "queries.jsonl", "--qrels",
        tmp_path / "qrels.tsv", "--language", "tr",
    ]  # fmt: skip


def test_roots_find_what_plain_words_do_not(both: Evaluation) -> None:
    """Every query is a root, and every text has other forms of it only."""
    assert [query.ranking for query in both.first.queries] == [("kopru",), ("kedi",), ("kitap",)]
    assert both.first.means["map"] == pytest.approx((1 + 1 + 1 / 2) / 3)
    assert both.first.means["p@5"] == pytest.approx(1 / 5)
    assert both.second is not None
    assert set(both.second.means.values()) == {0.0}
    assert both.differences["map"].better == 3
    assert both.differences["map"].randomisation == 2 / 8


def test_what_cannot_be_measured_is_said(both: Evaluation) -> None:
    assert (both.skipped, both.unknown, both.first.documents) == (1, 1, 4)
    assert both.second is not None
    assert (both.first.settings, both.second.settings) == ({}, {"analysis.analyser": "none"})


def test_different_words(both: Evaluation) -> None:
    """Forms of one word are one root; a word that is its own root counts as one, too."""
    texts = [CorpusDocument("1", "", "kedi kedileri kediler ve ve")]
    found = evaluate_collection(lambda: texts, {"1": "kedi"}, {"1": {"1": 1}}, language="tr").first.terms
    assert (found.exact, found.root) == (4, 2)
    assert both.second is not None
    assert both.second.terms.exact == both.second.terms.root


def test_words_are_counted_once_however_many_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mekik.search.evaluation.terms._PENDING", 3)
    distinct = Distinct()
    for number in range(20):
        distinct.add([f"w{number % 7}", "same"])
    assert distinct.count() == 8


def test_the_language_is_found_out_where_it_is_not_named() -> None:
    texts = [CorpusDocument("1", "", "The children were running over the old bridges in the town every single day.")]
    found = evaluate_collection(lambda: texts, {"1": "bridge"}, {"1": {"1": 1}})
    assert found.first.means["rr"] == 1


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    evaluate_collection(lambda: DOCUMENTS, QUERIES, JUDGEMENTS, language="tr")
    with pytest.raises(UsageError, match="twice"):
        evaluate_collection(lambda: DOCUMENTS[:1] * 2, QUERIES, JUDGEMENTS)
    assert list(tmp_path.iterdir()) == []


def test_collections_that_do_not_belong_together() -> None:
    with pytest.raises(UsageError, match="None of the queries"):
        evaluate_collection(lambda: DOCUMENTS, {"9": "kedi"}, JUDGEMENTS)
    with pytest.raises(UsageError, match="None of the relevant"):
        evaluate_collection(lambda: DOCUMENTS, QUERIES, {"1": {"elsewhere": 1}})
    with pytest.raises(UsageError, match="no documents"):
        evaluate_collection(list, QUERIES, JUDGEMENTS)
    with pytest.raises(UsageError, match="fetch"):
        evaluate_collection(lambda: DOCUMENTS, QUERIES, JUDGEMENTS, settings={"fetch.contact": "a@example.org"})


def test_the_command_says_it_in_json(files: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*map(str, files), "--json", "--against", "analysis.analyser=none"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(CONTRACT) <= set(answer)
    assert (answer["queries"], answer["p@5"], answer["against"]["p@5"]) == (3, 0.2, 0)
    assert answer["differences"]["map"]["randomisation"] == 0.25


def test_the_command_for_people(files: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, run = tmp_path / "table.csv", tmp_path / "run.txt"
    assert main([*map(str, files), "--per-query", str(table), "--run", str(run)]) == 0
    out = capsys.readouterr().out
    assert "3 queries on 4 documents" in out
    assert "ndcg@10" in out
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["query"], float(row["rr"])) for row in rows] == [("1", 1), ("2", 1), ("3", 1)]
    assert run.read_text().splitlines()[0] == "1 Q0 kopru 1 1 mekik"


def test_mistakes_of_the_command(files: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*map(str, files), "--parts", "novel"]) == 2
    assert main([*map(str, files), "--encoding", "no-such"]) == 2
    assert main([*map(str, files), "--set", "fetch.contact=x"]) == 2
    assert "title, desc, narr" in capsys.readouterr().err


def test_the_python_function_takes_files(files: list[object]) -> None:
    paths = [path for path in files if isinstance(path, Path)]
    assert evaluate(*paths, language="tr").summary()["queries"] == 3
