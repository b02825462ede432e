"""The command line `esquive VERB ...`: finds the verb's module and runs it.

A verb is a module with `add_parser(subparsers)` and `run(args) -> int`. Only the module of the verb that was asked
for is imported, so that `esquive rules` does not wait for a web server to load. Exit codes: 0 success, 1 what was
asked does not hold, 2 bad input, 130 interrupted; `failures` tells what went wrong.
"""

import argparse
import difflib
import gettext
import importlib
import os
import sys
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NoReturn

from esquive import __version__
from esquive.cli.failures import Failures, UsageError
from esquive.core.garbage_collection import collect_rarely

# Each verb: its module and what it does, in the order of the help page.
VERBS: Final[dict[str, tuple[str, str]]] = {
    "play": ("esquive.cli.play", "the web app on this machine"),
    "serve": ("esquive.cli.serve", "the server for others, by a configuration"),
    "site": ("esquive.cli.site", "the page that needs no server, for any static host"),
    "db": ("esquive.cli.db", "the database of a server: backup, restore, check, prune, forget"),
    "rules": ("esquive.cli.rules", "a clause in our words, the code that implements it, its tests"),
    "cards": ("esquive.cli.cards", "the catalogue, a card in words, a check of card files"),
    "pack": ("esquive.cli.pack", "cards of your own: begun, checked, shown"),
    "team": ("esquive.cli.team", "is a team legal, and which clauses does it break"),
    "scenario": ("esquive.cli.scenario", "runs scenario files"),
    "judge": ("esquive.cli.judge", "legal or not, with every condition; if legal, the exact odds"),
    "link": ("esquive.cli.link", "a position and a line as a link to the judge's desk"),
    "match": ("esquive.cli.match", "bots against bots, or against you"),
    "ladder": ("esquive.cli.ladder", "a rating for each of some agents, by a round robin"),
    "balance": ("esquive.cli.balance", "what a change of a card is worth"),
    "replay": ("esquive.cli.replay", "prints or verifies a record"),
    "analyse": ("esquive.cli.analyse", "errors, luck and better lines of a match"),
    "show": ("esquive.cli.show", "draws a position"),
    "bench": ("esquive.cli.bench", "the benchmarks, with the ratio to a known peer"),
    "completion": ("esquive.cli.completion", "completion of verbs, options and files for bash, zsh or fish"),
    "docs": ("esquive.cli.docs", "write the generated pages of docs/, or read one"),
}
ARGPARSE: Final = "argparse"  # the catalogue of what it says
HELP: Final = "help"  # `esquive help VERB` is `esquive VERB --help`


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose errors are told where all errors are: what is wrong and where to look."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(message, self.prog)


def main(argv: list[str] | None = None) -> int:
    """Runs one verb and returns its exit code; `argv` without the program's name, default: the command line's.

    With the command line's the process is the program's own, and looks for what nobody needs as rarely as suits it.
    """
    if argv is None:
        if "_ARGCOMPLETE" in os.environ:
            complete(os.environ)
        collect_rarely(somebody_waits=False)  # a server, whose players do, says so itself
    gettext.bindtextdomain(ARGPARSE, str(files("esquive") / "locale"))  # argparse asks the usual domain for its texts
    gettext.textdomain(ARGPARSE)
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == [HELP]:
        arguments = [*arguments[1:], "--help"]
    verb = next((word for word in arguments if not word.startswith("-")), "")
    failures = Failures(verb if verb in VERBS else "", arguments)
    return failures.guard(lambda: _run(verb, arguments, failures))


def _run(verb: str, arguments: list[str], failures: Failures) -> int:
    """The exit code of a verb; raises EsquiveError for what it cannot do, UsageError for what it does not take."""
    parser, subparsers = _parser()
    if verb and verb not in VERBS:
        parser.error(_no_verb(verb, difflib.get_close_matches(verb, [*VERBS, HELP], n=1)))
    module: Any = importlib.import_module(VERBS[verb][0]) if verb else None
    if module is not None:
        module.add_parser(subparsers)
    args = parser.parse_args(arguments)
    if module is None:
        parser.print_help()
        return 2
    failures.language = getattr(args, "language", "")
    if not hasattr(args, "pack"):
        return int(module.run(args))
    from esquive.cli.packs import in_force

    with in_force(args.pack):
        return int(module.run(args))


def _no_verb(verb: str, near: list[str]) -> str:
    from esquive.core.messages import messages, reader_language

    said = messages(reader_language())
    told = said.say("usage.no-verb", {"verb": verb})
    return said.say("usage.near", {"told": told, "near": near[0]}) if near else told


def complete(environment: Mapping[str, str]) -> NoReturn:
    """Answers a shell that completes a line, as argcomplete has it; only the verb that stands there is imported."""
    from esquive.cli.completion import verb_before

    parser, subparsers = _parser()
    verb = verb_before(environment)
    if verb in VERBS:
        module: Any = importlib.import_module(VERBS[verb][0])
        module.add_parser(subparsers)
    else:
        for name, (_, help_text) in VERBS.items():
            subparsers.add_parser(name, help=help_text)
        subparsers.add_parser(HELP, help="explains a verb").add_argument("about", nargs="?", choices=VERBS)
    import argcomplete

    argcomplete.autocomplete(parser)
    raise SystemExit(0)


def _parser() -> "tuple[OneLineParser, argparse._SubParsersAction[OneLineParser]]":
    """The parser without its verbs, and where these are added."""
    table = "\n".join(f"  {verb:<10} {help_text}" for verb, (_, help_text) in VERBS.items())
    parser = OneLineParser(
        prog="esquive",
        usage="esquive VERB ...",
        description="Two skirmish board games exactly as their rulebooks say.",
        epilog=f"verbs:\n{table}\n\nesquive help VERB explains one; every verb takes --json.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=f"esquive {__version__}")
    return parser, parser.add_subparsers(dest="verb", metavar="VERB", prog="esquive")


if __name__ == "__main__":
    sys.exit(main())
