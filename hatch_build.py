"""Compiles what is written in C when Mekik is installed or a wheel is made, if there is a C compiler.

Without one, or when it fails, nothing is lost but speed: all that is compiled has a twin in Python.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = tuple(
    Path("src/mekik") / source
    for source in (
        "_utf8.c",
        "analysis/_native.c",
        "archive/_base32.c",
        "frontier/_lookup.c",
        "ordering/popularity/native/_contest.c",
        "parse/native/_page.c",
        "urls/_links.c",
    )
)
"""Each becomes a module of its name; headers stand beside it."""


class Compile(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's names
        """For a wheel and for a checkout alike; a compiled file goes beside its source."""
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        if compiler is None:
            self.app.display_warning("There is no C compiler: Mekik works without one, but slower.")
            return
        for source in SOURCES:
            target = source.with_name(f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}")
            if self._compile(compiler, Path(self.root) / source, Path(self.root) / target):
                build_data["pure_python"] = False
                build_data["infer_tag"] = True
                build_data["artifacts"].append(target.as_posix())

    def _compile(self, compiler: str, source: Path, target: Path) -> bool:
        made = target.with_suffix(".so.part")  # a program that runs with the old one keeps it
        command = [
            compiler, "-O3", "-fPIC", "-shared", "-fvisibility=hidden", f"-I{sysconfig.get_paths()['include']}",
            *(["-undefined", "dynamic_lookup"] if sysconfig.get_platform().startswith("macosx") else []),
            str(source), "-o", str(made),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning(
                f"{source.name} was not compiled; Mekik works without it, but slower.\n{done.stderr}"
            )
            made.unlink(missing_ok=True)
            target.unlink(missing_ok=True)
            return False
        made.replace(target)
        return True
