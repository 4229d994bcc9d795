"""Serves a made-up web by nginx, on loopback addresses only."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from web import WORK, Web, address

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {state}/nginx.pid;
error_log {state}/error.log warn;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 75s;
  keepalive_requests 1000000;
  open_file_cache max=5000 inactive=600s;
  open_file_cache_valid 600s;
  open_file_cache_min_uses 1;
  types {{ text/html html; text/plain txt; }}
  default_type text/html;
  charset utf-8;
  server_tokens off;
  {temporary}
  server {{
    {listen}
    root {folder}/$server_addr;
    index index.html;
    location = /article {{ try_files /article-$arg_id =404; }}
  }}
}}
"""


@contextmanager
def serve(web: Web) -> Iterator[int]:
    """nginx with this web; gives its process id and ends it with the block."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise SystemExit("The benchmark serves its web by nginx. Install it with: apt-get install nginx")
    _require_free(web)
    WORK.mkdir(parents=True, exist_ok=True)
    state = Path(tempfile.mkdtemp(prefix="nginx-", dir=WORK))
    configuration = state / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    configuration.write_text(
        CONFIGURATION.format(
            state=state,
            folder=web.folder,
            listen="\n    ".join(f"listen {address(host)}:{web.port} backlog=1024;" for host in range(web.hosts)),
            temporary="\n  ".join(f"{kind}_temp_path {state}/{kind};" for kind in kinds),
        )
    )
    errors = state / "error.log"
    process = subprocess.Popen([program, "-p", str(state), "-c", str(configuration), "-e", str(errors)])
    try:
        _wait(process, web, errors)
        yield process.pid
    finally:
        process.terminate()
        process.wait(10)
        shutil.rmtree(state, ignore_errors=True)


def _require_free(web: Web) -> None:
    """Another server on these addresses would answer in ours' place, with pages of its own."""
    try:
        socket.create_server((address(web.hosts - 1), web.port)).close()
    except OSError:
        raise SystemExit(
            f"Port {web.port} is taken: another benchmark is running, and its server would answer. Wait for it."
        ) from None


def _wait(process: subprocess.Popen[bytes], web: Web, errors: Path) -> None:
    for _ in range(100):
        if process.poll() is not None:
            break
        try:
            socket.create_connection((address(web.hosts - 1), web.port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"nginx did not start:\n{errors.read_text()[-2000:]}")
