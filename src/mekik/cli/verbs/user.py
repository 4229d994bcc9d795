"""mekik user: accounts of the web application."""

from __future__ import annotations

import argparse
import getpass
import sys

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser, data_folder
from mekik.cli.terminal import date_text, harmless, print_json, print_note, print_out
from mekik.errors import UsageError


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "action", choices=("add", "list", "passwd", "remove", "token"), help=say("argument.user.action")
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help=say("argument.user.name"))
    parser.add_argument("--admin", action="store_true", help=say("argument.user.admin"))
    parser.add_argument("--scopes", metavar="S1,S2", default="search,read", help=say("argument.user.scopes"))
    parser.add_argument("--title", metavar="TEXT", default="", help=say("argument.user.title"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.web.people import Role
    from mekik.web.site import Site

    if options.action != "list" and not options.name:
        raise UsageError(say("user.name_missing", action=options.action))
    site = Site.open(data_folder(options))
    accounts, name = site.accounts, options.name
    try:
        if options.action == "list":
            _list(site, as_json=options.json)
        elif options.action == "add":
            accounts.add(name, _password(), Role.ADMINISTRATOR if options.admin else Role.MEMBER)
            print_note(say("user.added", name=name))
        elif options.action == "passwd":
            accounts.set_password(name, _password())
            print_note(say("user.changed", name=name))
        elif options.action == "remove":
            accounts.remove(name)
            print_note(say("user.removed", name=name))
        else:
            scopes = [scope.strip() for scope in options.scopes.split(",") if scope.strip()]
            token = accounts.add_token(name, options.title, scopes)
            if options.json:
                print_json({"user": name, "token": token, "scopes": scopes})
            else:
                print_out(token)
                print_note(say("user.token"))
    finally:
        site.close()
    return 0


def _list(site: object, *, as_json: bool) -> None:
    from mekik.web.site import Site

    assert isinstance(site, Site)
    users = site.accounts.users()
    if as_json:
        print_json({"users": users})
        return
    for user in users:
        print_out(f"{harmless(user.name):24} {user.role:14} {date_text(user.created_at)}")
    if not users:
        print_note(say("user.none"))


def _password() -> str:
    """Asked for at a terminal, else the first line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass(say("user.password") + " ")
    if getpass.getpass(say("user.again") + " ") != first:
        raise UsageError(say("user.differ"))
    return first
