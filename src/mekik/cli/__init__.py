"""The command line: one file per verb in `verbs/`, around the same Python API that a notebook uses.

`main` is the entry point. `entry` turns errors into exit codes, `parser` builds the verbs' options,
`catalogue` holds every sentence in English and Turkish, `terminal` prints (and makes text from the web harmless),
`progress` shows a running crawl, `docs` writes the reference pages.

Nothing heavy is imported before a verb needs it, so that `mekik --help` answers at once.
"""

from mekik.cli.entry import main

__all__ = ["main"]
