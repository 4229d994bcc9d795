"""Programs of others that judge what we write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# warcio sets an attribute on brotli's decompressor that brotli 1.2 no longer allows; without the module it checks the
# digests of such records just the same, because they are those of the bytes as sent.
_WARCIO = "import sys; sys.modules['brotli'] = None; from warcio.cli import main; main(['check', '-v', sys.argv[1]])"


def warcio_check(path: Path) -> str:
    """What warcio finds wrong with a file; empty when nothing is."""
    judge = subprocess.run([sys.executable, "-c", _WARCIO, str(path)], capture_output=True, text=True, check=False)
    return "" if judge.returncode == 0 else judge.stdout + judge.stderr
