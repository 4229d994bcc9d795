"""Completion scripts for bash, zsh and fish, written from the parsers themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import NamedTuple

from mekik.cli.catalogue import say
from mekik.cli.parser import VERBS, verb_parser

_FISH_VERB = "complete -c mekik -n __fish_use_subcommand"
_FILE_PLACES = {"DIR", "FILE"}


class Word(NamedTuple):
    """An option of a verb as a shell has to know it."""

    option: str
    help: str
    takes_value: bool
    choices: tuple[str, ...]
    is_file: bool


def script(shell: str) -> str:
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]()


def words_of(verb: str) -> tuple[list[Word], list[str], bool]:
    """The options of a verb, the words its arguments may be, and whether one of them is a file."""
    options: list[Word] = []
    plain: list[str] = []
    files = False
    for action in verb_parser(verb)._actions:
        choices = tuple(str(choice) for choice in action.choices or ())
        is_file = str(action.metavar) in _FILE_PLACES
        if not action.option_strings:
            plain += choices
            files = files or is_file
            continue
        takes_value = action.nargs != 0 and not isinstance(action, argparse._StoreTrueAction)
        help = " ".join((action.help or "").split())
        options.append(Word(action.option_strings[-1], help, takes_value, choices, is_file))
    return options, plain, files


def _bash() -> str:
    cases, values = [], set()
    for verb in VERBS:
        options, plain, files = words_of(verb)
        words = " ".join([word.option for word in options] + plain)
        cases.append(f'      {verb}) words="{words}" files={int(files)} ;;')
        for word in options:
            if word.choices:
                values.add(f'    {verb}:{word.option}) words="{" ".join(word.choices)}" ;;')
            elif word.takes_value:
                values.add(f"    {verb}:{word.option}) files={int(word.is_file)} ;;")
    return "\n".join([
        "# mekik completion for bash. Use it now:  source <(mekik completion bash)",
        "_mekik() {",
        '  local now="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" verb="${COMP_WORDS[1]}"',
        '  local words="" files=""',
        "  COMPREPLY=()",
        '  if [ "$COMP_CWORD" -eq 1 ]; then',
        f'    COMPREPLY=($(compgen -W "{" ".join(VERBS)} --help --version" -- "$now"))',
        "    return",
        "  fi",
        '  case "$verb:$before" in',
        *sorted(values),
        "  esac",
        '  if [ -z "$words$files" ]; then',
        '    case "$verb" in',
        *cases,
        "    esac",
        "  fi",
        '  COMPREPLY=($(compgen -W "$words" -- "$now"))',
        '  if [ "$files" = 1 ] && [ "${now#-}" = "$now" ]; then COMPREPLY+=($(compgen -f -- "$now")); fi',
        "}",
        "complete -o filenames -F _mekik mekik",
    ])  # fmt: skip


def _zsh() -> str:
    lines = [
        "#compdef mekik",
        "# mekik completion for zsh. Use it now:  source <(mekik completion zsh)",
        "_mekik() {",
        "  local -a verbs",
        "  verbs=(",
        *(f"    {_quoted(f'{verb}:{_verb_help(verb)}')}" for verb in VERBS),
        "  )",
        "  if (( CURRENT == 2 )); then _describe command verbs; return; fi",
        '  case "${words[2]}" in',
    ]
    for verb in VERBS:
        options, plain, files = words_of(verb)
        specs = [_zsh_option(word) for word in options]
        if plain:
            specs.append(_quoted(f"*: :({' '.join(plain)})"))
        elif files:
            specs.append(_quoted("*: :_files"))
        lines.append(f"    {verb}) shift words; (( CURRENT-- )); _arguments {' '.join(specs)} ;;")
    # From a folder of $fpath zsh runs the file as the function itself; sourced, it only gets to know it.
    last = ['if [ "${funcstack[1]}" = _mekik ]; then _mekik "$@"; else compdef _mekik mekik; fi']
    return "\n".join([*lines, "  esac", "}", *last])


def _zsh_option(word: Word) -> str:
    help = word.help.replace("[", "(").replace("]", ")").replace(":", " ")
    spec = f"{word.option}[{help}]"
    if word.choices:
        spec += f": :({' '.join(word.choices)})"
    elif word.takes_value:
        spec += ": :_files" if word.is_file else ": :"
    return _quoted(spec)


def _fish() -> str:
    lines = [
        "# mekik completion for fish. Use it now:  mekik completion fish | source",
        "complete -c mekik -f",
        *(f"{_FISH_VERB} -a {verb} -d {_quoted(_verb_help(verb))}" for verb in VERBS),
    ]
    for verb in VERBS:
        options, plain, files = words_of(verb)
        seen = f"complete -c mekik -n '__fish_seen_subcommand_from {verb}'"
        lines += [f"{seen} {_fish_option(word)}" for word in options]
        if plain:
            lines.append(f"{seen} -a {_quoted(' '.join(plain))}")
        elif files:
            lines.append(f"{seen} -F")
    return "\n".join(lines)


def _fish_option(word: Word) -> str:
    parts = ["-l", word.option.removeprefix("--"), "-d", _quoted(word.help)]
    if word.choices:
        parts += ["-x", "-a", _quoted(" ".join(word.choices))]
    elif word.takes_value:
        parts += ["-r", "-F"] if word.is_file else ["-x"]
    return " ".join(parts)


def _verb_help(verb: str) -> str:
    return say(f"verb.{verb}.help")


def _quoted(text: str) -> str:
    """In single quotes, as all three shells read them."""
    return "'" + text.replace("'", "'\\''") + "'"


def all_options(verbs: Iterable[str] = VERBS) -> dict[str, list[str]]:
    """Option names by verb: what the documentation and its test go through."""
    return {verb: [word.option for word in words_of(verb)[0]] for verb in verbs}
