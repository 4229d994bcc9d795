"""Mail by the server that the administrator named."""

from __future__ import annotations

import contextlib
import re
import smtplib
import ssl
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Literal

import msgspec

from mekik.errors import MekikError, UsageError

TIMEOUT = 15
_ADDRESS = re.compile(r"[^@\s<>\"(),:;\\\[\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
_SERVER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.:_-]{0,250})?")


class NotSent(MekikError):
    """An alert did not arrive."""


class MailSettings(msgspec.Struct, forbid_unknown_fields=True):
    server: str = ""
    """Empty: no mail is sent."""
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    sender: str = ""
    allow_addresses: list[str] = []
    """Private addresses to which webhooks may go."""

    def check(self) -> None:
        """Raises UsageError."""
        if self.server and not _SERVER.fullmatch(self.server):
            raise UsageError("The mail server is a name or an address, such as smtp.example.org.")
        if not 1 <= self.port <= 65535:
            raise UsageError("The port is a number from 1 to 65535.")
        if self.server and not is_address(self.sender):
            raise UsageError("The sender is a mail address, such as mekik@example.org.")
        if self.user and self.security == "none" and self.server not in ("localhost", "127.0.0.1", "::1"):
            raise UsageError("A password is not sent to another machine without TLS.")


def is_address(text: str) -> bool:
    return bool(_ADDRESS.fullmatch(text)) and text.isprintable() and ".." not in text


def message(sender: str, to: str, subject: str, text: str, off: str = "") -> EmailMessage:
    """`off` is where the receiver ends such mails without signing in."""
    made = EmailMessage()
    made["From"] = sender
    made["To"] = to
    made["Subject"] = " ".join(subject.split())[:200]
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or None)
    made["Auto-Submitted"] = "auto-generated"
    if off:
        made["List-Unsubscribe"] = f"<{off}>"
        if off.startswith("https://"):  # RFC 8058 wants that
            made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(text)
    return made


def send(settings: MailSettings, mail: EmailMessage) -> None:
    """Raises NotSent with a reason for people."""
    if not settings.server:
        raise NotSent("No mail server is set.")
    try:
        with _connected(settings) as server:
            if settings.user:
                server.login(settings.user, settings.password)
            server.send_message(mail)
    except (smtplib.SMTPException, OSError, ValueError) as error:
        what = " ".join(str(error).split())[:200] or type(error).__name__
        raise NotSent(f"The mail server {settings.server} did not take it: {what}") from None


@contextlib.contextmanager
def _connected(settings: MailSettings) -> Iterator[smtplib.SMTP]:
    context = ssl.create_default_context()
    if settings.security == "tls":
        with smtplib.SMTP_SSL(settings.server, settings.port, timeout=TIMEOUT, context=context) as server:
            yield server
        return
    with smtplib.SMTP(settings.server, settings.port, timeout=TIMEOUT) as server:
        if settings.security == "starttls":
            server.starttls(context=context)
        yield server
