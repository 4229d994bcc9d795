"""Small dictionaries in dictd's own format, and a server that speaks LibreTranslate's language."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from mekik.analysis import cached

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
KEY = "a-key-that-nobody-may-see"

DICTIONARIES: dict[str, list[str]] = {
    "tur-eng": ["köprü /cøpɾˈy/\nbridge", "kedi /cˈedi/\n1. cat\n2. tomcat, she-cat", "yeni\nnew"],
    "eng-tur": [
        "bridge /bɹɪdʒ/\n1. köprü\n2. (den.) kaptan köprüsü",
        "lighthouse\n1. deniz feneri, fener kulesi",
        "lantern\n1. fener",
        "sea\n1. deniz, derya",
        "send\n1. göndermek, yollamak. send away göndermek",
        "staff\n1. değnek\n2. gönder",
        "open\n1. açmak",
    ],
    "deu-tur": ["Mannschaft <fem>\ntakım", "Schottland\nİskoçya"],
    "deu-eng": [
        "Mannschaft /ˈmanʃaft/ <fem, n, sg>\nteam <n>, crew\n      \"eine Mannschaft\"  - a team\n   Synonyms: {Team}",
        "Schottland /ʃˈɔtlant/\nScotland",
        "Apotheke <fem, n, sg>\npharmacy <n>",
        "Techniker <masc, n, sg>\ntechnician <n>",
        "Brücke <fem>\nbridge <n>",
        "ändern\nchange sth. <v>",
    ],
}  # fmt: skip


def number(value: int) -> str:
    digits = _DIGITS[value % 64]
    while value := value // 64:
        digits = _DIGITS[value % 64] + digits
    return digits


def write_dictionary(folder: Path, pair: str, entries: list[str]) -> Path:
    """Two words of the index may lead to one entry, as in the real files."""
    text, lines = b"FreeDict test dictionary\n", [f"00databaseinfo\tA\t{number(10)}"]
    for entry in entries:
        body = (entry + "\n").encode()
        head = entry.split("\n")[0].split(" ")[0].lower()
        lines += [f"{head}\t{number(len(text))}\t{number(len(body))}"] * 2
        text += body
    path = folder / f"freedict-{pair}.index"
    path.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")
    path.with_suffix(".dict.dz").write_bytes(gzip.compress(text))
    return path


def write_dictionaries(folder: Path, *pairs: str) -> tuple[str, ...]:
    folder.mkdir(parents=True, exist_ok=True)
    for pair in pairs or DICTIONARIES:
        write_dictionary(folder, pair, DICTIONARIES[pair])
    return (str(folder),)


def cache_of_its_own(folder: Path) -> str:
    """For XDG_CACHE_HOME, where other processes make dictionaries ready too: those of tests are not kept, and what is
    known of words is shared as ever."""
    (folder / "cache" / "mekik").mkdir(parents=True)
    lemmas = next(cached.folders("lemmas"))
    lemmas.mkdir(parents=True, exist_ok=True)
    (folder / "cache" / "mekik" / "lemmas").symlink_to(lemmas)
    return str(folder / "cache")


ANSWERS: Mapping[tuple[str, str, str], str] = {
    ("tr", "en", "deniz feneri"): "lighthouse",
    ("tr", "en", "kedi köprü"): "cat bridge",
}


class Server:
    """What was asked, and how to answer: `well`, or one of the faults."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.way = "well"
        self.asked: list[tuple[str, dict[str, list[str]]]] = []


@contextmanager
def translation_server() -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.asked.append((self.path, {}))
            self._answer(200, [{"code": "tr", "name": "Turkish", "targets": ["en"]}, {"code": "en", "targets": ["tr"]}])

        def do_POST(self) -> None:
            fields = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            server.asked.append((self.path, fields))
            ends = time.monotonic() + 60
            while server.way == "slow" and time.monotonic() < ends:
                time.sleep(0.02)
            match server.way:
                case "refuse":
                    self._answer(403, {"error": f"Invalid API key {fields.get('api_key')}"})
                case "nonsense":
                    self._send(200, b"<html>no</html>")
                case "large":
                    self._send(200, b'{"translatedText": "' + b"a" * (3 << 20) + b'"}')
                case "elsewhere":
                    self.send_response(302)
                    self.send_header("Location", "/other")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                case _:
                    key = fields["source"][0], fields["target"][0], fields["q"][0]
                    self._answer(200, {"translatedText": ANSWERS.get(key, f"[{key[2]}]")})

        def _answer(self, status: int, value: Any) -> None:
            self._send(status, json.dumps(value).encode())

        def _send(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """A client that hangs up is what some tests are about."""

    http = Quiet(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{http.server_port}")
    thread = threading.Thread(target=http.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.way = "well"
        http.shutdown()
        thread.join()
        http.server_close()
