"""Runs the command line: in this process where it can, in one of its own where that matters."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from mekik.cli import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def run(*arguments: object) -> Ran:
    """In this process; stdout and stderr are no terminals."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    return Ran(code, out.getvalue(), err.getvalue())


def run_process(
    *arguments: object, env: Mapping[str, str] | None = None, input: str | None = None, timeout: float = 180
) -> Ran:
    """In a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "mekik.cli", *map(str, arguments)],
        capture_output=True, text=True, env={**os.environ, **(env or {})}, input=input, timeout=timeout,
        check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)
