"""What a crawl that wants a browser says before it begins."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import mekik
from mekik.cli import main
from mekik.crawl.browser import chromium, require_browser
from mekik.crawl.browser.renderer import descendants
from mekik.errors import SettingError, UsageError
from mekik.settings import build


def test_without_rendering_nothing_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "find_spec", lambda name: None)
    require_browser(build({"render.browser": "/nowhere"}))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="/nowhere"):
        require_browser(build({"render.mode": "auto", "render.browser": "/nowhere"}))
    with pytest.raises(SettingError, match=r"fetch\.proxy"):
        require_browser(build({"render.mode": "auto", "fetch.proxy": "http://proxy.test:3128"}))
    with pytest.raises(SettingError, match=r"render\.patterns"):
        require_browser(build({"render.mode": "auto", "render.patterns": ["("]}))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(UsageError, match="apt install chromium"):
        require_browser(build({"render.mode": "always"}))
    monkeypatch.setattr(chromium, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"mekik\[browser\]"):
        mekik.open(tmp_path / "data").crawl("http://a.test/", render__mode="auto")


def test_the_flag_needs_no_value(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code = main(["crawl", "--render", "http://a.test/", "--set", "render.browser=/nowhere", "--data", str(tmp_path)])
    assert code == 2
    assert "render.browser" in capsys.readouterr().err


def test_as_root_chromium_has_no_sandbox_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for user, setting, expected in ((0, None, False), (1000, None, True), (0, True, True), (1000, False, False)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        assert chromium.has_sandbox(build({"render.sandbox": setting})) is expected


def test_descendants_are_found_whatever_they_are_called() -> None:
    process = subprocess.Popen(["sh", "-c", "sleep 30 & wait"])
    try:
        for _ in range(100):
            found = descendants(os.getpid())
            if process.pid in found and len(descendants(process.pid)) == 1:
                break
        (child,) = descendants(process.pid)
        assert {process.pid, child} <= set(found) | {child}
    finally:
        for pid in descendants(process.pid):
            os.kill(pid, 9)
        process.kill()
        process.wait()
