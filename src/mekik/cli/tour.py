"""`make demo`: crawls the made-up web, searches it, asks why, shows what was picked out of it, and says how to go on.

Every step is a command that a person could type; it is printed before it runs.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from mekik.cli.catalogue import say
from mekik.cli.entry import main as mekik
from mekik.cli.terminal import bold, print_note, print_out
from mekik.cli.verbs.demo import CRAWL_FLAGS

QUERIES = ("dokuma tezgâhları", "lighthouse")
REFUSED = "/sepet"  # the shop asks robots to leave its basket alone


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m mekik.cli.tour", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("demo-data"), help="a folder that is made anew")
    folder: Path = parser.parse_args(arguments).data
    if folder.exists():
        if any(folder.iterdir()) and not (folder / "format.json").exists():
            print_note(say("tour.not_ours", path=folder))
            return 2
        shutil.rmtree(folder)
    with subprocess.Popen(
        [sys.executable, "-m", "mekik.cli", "demo", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            seeds: list[str] = json.loads(server.stdout.readline())["seeds"]
            return _steps(seeds, str(folder))
        finally:
            server.terminate()


def _steps(seeds: list[str], data: str) -> int:
    """The crawl must end well and each search must find something; the first that does not ends the tour."""
    print_out(say("tour.welcome"))
    code = _do(["crawl", *seeds, *CRAWL_FLAGS.split(), "--data", data])
    for query in QUERIES:
        code = code or _do(["search", query, "--limit", "3", "--data", data])
    shop = next(seed for seed in seeds if "//shop." in seed)
    code = code or _do(["why", shop.rstrip("/") + REFUSED, "--data", data])
    code = code or _do(["log", "demo", "--finds", "--limit", "5", "--data", data])
    if code == 0:
        _tell_more(data)
    return code


def _do(command: list[str]) -> int:
    print_out("\n" + bold("$ mekik " + shlex.join(command)))
    sys.stdout.flush()
    code = mekik(command)
    sys.stdout.flush()
    return code


def _tell_more(data: str) -> None:
    program = Path(sys.executable).with_name("mekik")
    name = os.path.relpath(program) if program.exists() else "mekik"
    print_out("\n" + say("tour.more"))
    for line in say("tour.commands").strip().splitlines():
        print_out("  " + line.format(mekik=name, data=data))


if __name__ == "__main__":
    sys.exit(main())
