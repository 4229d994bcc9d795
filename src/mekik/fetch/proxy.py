"""A proxy of the settings: taken apart once, its password kept out of every message."""

from __future__ import annotations

from urllib.parse import unquote

import ada_url
import pycurl

from mekik.errors import SettingError
from mekik.fetch.head import REDACTED
from mekik.fetch.target import Refusal, split


class Proxy:
    """Names of targets are checked like all others where our name servers know them; the proxy itself looks
    them up again, so a proxy that can reach private networks has to guard them itself."""

    def __init__(self, url: str) -> None:
        target = split(url)
        if isinstance(target, Refusal):
            raise SettingError("fetch.proxy must look like http://host:port.")
        self.root = target.root
        parsed = ada_url.URL(url)
        self._user, self._password = unquote(parsed.username), unquote(parsed.password)

    def set_up(self, curl: pycurl.Curl) -> None:
        curl.setopt(pycurl.PROXY, f"{self.root.scheme}://{self.root.host}:{self.root.port}")
        if self._user:
            curl.setopt(pycurl.PROXYUSERNAME, self._user)
            curl.setopt(pycurl.PROXYPASSWORD, self._password)
            curl.setopt(pycurl.PROXYAUTH, pycurl.HTTPAUTH_BASIC)

    def shown_lines(self) -> tuple[str, str]:
        """The header lines that the transport adds for a proxy, as they may be shown."""
        secret = f"Proxy-Authorization: {REDACTED}\r\n" if self._user else ""
        return secret, "Proxy-Connection: Keep-Alive\r\n"

    def explain(self, refusal: Refusal) -> Refusal:
        return Refusal(refusal.outcome, f"The proxy cannot be used. {refusal.reason}")
