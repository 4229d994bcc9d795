"""From arguments to an exit code: what every verb shares.

| code | meaning                                   |
|   0  | done                                      |
|   1  | our fault                                 |
|   2  | usage                                     |
|   3  | too many failures                         |
|   4  | nothing fetched                           |
|   5  | storage                                   |
|   6  | permission                                |
|  10  | interrupted, resumable                    |
|  12  | a limit was reached, with --strict-limits |
|  20  | no hits                                   |
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from mekik.cli.catalogue import say
from mekik.cli.options import data_hint
from mekik.cli.parser import Parser, load_verb, overview
from mekik.cli.terminal import harmless, print_note, print_out
from mekik.errors import Corruption, Locked, MekikError
from mekik.processes import be_ours, leave

OUR_FAULT, STORAGE, INTERRUPTED = 1, 5, 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code. Arguments are those of the process by default."""
    _fill_closed_streams()
    if arguments is None:
        be_ours()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show a letter shows a sign instead
            stream.reconfigure(errors="replace")
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        if arguments is None:
            _finish_undisturbed()
    except BrokenPipeError:  # the reader, such as `head`, has enough
        _silence()
        return 0
    except KeyboardInterrupt:
        print_note("mekik: " + say("error.interrupted"))
        return INTERRUPTED
    except MekikError as error:
        _trace(error)
        print_note("mekik: " + harmless(str(error)))
        return error.exit_code
    except OSError as error:
        _trace(error)
        where = f"{error.filename}: " if error.filename else ""
        print_note("mekik: " + harmless(f"{where}{error.strerror or error}"))
        return STORAGE
    except SystemExit as end:  # argparse ends this way after --help
        return end.code if isinstance(end.code, int) else 0
    except Exception as error:
        _trace(error)
        print_note("mekik: " + say("error.unexpected", what=harmless(f"{type(error).__name__}: {error}")[:300]))
        return OUR_FAULT
    return code


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        if len(arguments) > 1:
            return _run([arguments[1], "--help"])
        print_out(overview())
        return 0
    if arguments[0] in ("-V", "--version"):
        from mekik.version import __version__

        print_out(f"mekik {__version__}")
        return 0
    name, *rest = arguments
    verb = load_verb(name)
    parser = Parser(name)
    verb.arguments(parser)
    options = parser.parse(rest)
    try:
        return verb.run(options)
    except (Locked, Corruption) as error:  # their last words are a command that needs the same data
        error.args = (f"{error}{data_hint(options)}",)
        raise


def _fill_closed_streams() -> None:
    """A stream that was closed before we began becomes an empty one, under its own number: a file of ours that got
    the number 1 would be written to by whoever prints."""
    for name, flag, mode in (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_WRONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, flag)
            os.set_inheritable(number, True)
            stream = os.fdopen(number, mode, encoding="utf-8", errors="replace", closefd=False)
            setattr(sys, name, stream)


def _finish_undisturbed() -> None:
    """The work is done: a late Ctrl-C must not turn its exit code into a death by signal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave()


def _trace(error: BaseException) -> None:
    if os.environ.get("MEKIK_DEBUG"):
        import traceback

        traceback.print_exception(error)


def _silence() -> None:
    """Python would complain once more when it flushes stdout at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
