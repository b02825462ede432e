"""The command line `esquive VERB ...`: finds the verb's module, runs it, and turns bad input into one line.

A verb is a module with `add_parser(subparsers)` and `run(args) -> int`. Only the module of the verb that was asked
for is imported, so that `esquive rules` does not wait for a web server to load. Exit codes: 0 success, 1 what was
asked does not hold, 2 bad input.
"""

import argparse
import difflib
import importlib
import os
import sys
from typing import Any, Final, NoReturn

from esquive import __version__
from esquive.core.collecting import collect_rarely
from esquive.core.errors import EsquiveError

# Each verb: its module and what it does, in the order of the help page.
VERBS: Final[dict[str, tuple[str, str]]] = {
    "play": ("esquive.cli.play", "the web app on this machine"),
    "serve": ("esquive.cli.serve", "the server for others, by a configuration"),
    "db": ("esquive.cli.db", "the database of a server: backup, restore, check, prune, forget"),
    "rules": ("esquive.cli.rules", "a clause in our words, the code that implements it, its tests"),
    "cards": ("esquive.cli.cards", "the catalogue, a card in words, a check of card files"),
    "team": ("esquive.cli.team", "is a team legal, and which clauses does it break"),
    "scenario": ("esquive.cli.scenario", "runs scenario files"),
    "judge": ("esquive.cli.judge", "legal or not, with every condition; if legal, the exact odds"),
    "match": ("esquive.cli.match", "bots against bots, or against you"),
    "replay": ("esquive.cli.replay", "prints or verifies a record"),
    "show": ("esquive.cli.show", "draws a position"),
    "bench": ("esquive.cli.bench", "the benchmarks, with the ratio to a known peer"),
    "docs": ("esquive.cli.docs", "write the generated pages of docs/, or read one"),
}


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose errors are one line on stderr: what is wrong and where to look."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with exit code 2."""
        from esquive.core.messages import messages, reader_language
        from esquive.core.phrases import ERRORS, phrases

        language = reader_language()
        why = phrases(ERRORS).tell_all(message, language)
        told = messages(language).say("usage.see", {"program": self.prog, "told": why})
        self.exit(2, f"{told}\n")


def main(argv: list[str] | None = None) -> int:
    """Runs one verb and returns its exit code; `argv` without the program's name, default: the command line's.

    With the command line's the process is the program's own, and looks for what nobody needs as rarely as suits it.
    """
    if argv is None:
        collect_rarely(somebody_waits=False)  # a server, whose players do, says so itself
    arguments = sys.argv[1:] if argv is None else argv
    parser = _parser()
    subparsers = parser.add_subparsers(dest="verb", metavar="VERB", prog="esquive")
    verb = next((word for word in arguments if not word.startswith("-")), "")
    if verb and verb not in VERBS:
        near = difflib.get_close_matches(verb, VERBS, n=1)
        parser.error(_no_verb(verb, near))
    module: Any = importlib.import_module(VERBS[verb][0]) if verb else None
    if module is not None:
        module.add_parser(subparsers)
    args = parser.parse_args(arguments)
    if module is None:
        parser.print_help()
        return 2
    try:
        return int(module.run(args))
    except EsquiveError as error:
        from esquive.cli.documents import with_paths
        from esquive.core.messages import reader_language
        from esquive.core.phrases import told

        why = told(error, getattr(args, "language", reader_language()))
        print(f"esquive {verb}: {with_paths(_one_line(why))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of a pipe has gone (`esquive rules | head`): nothing more can be said, and Python would try.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _no_verb(verb: str, near: list[str]) -> str:
    from esquive.core.messages import messages, reader_language

    said = messages(reader_language())
    told = said.say("usage.no-verb", {"verb": verb})
    return said.say("usage.near", {"told": told, "near": near[0]}) if near else told


def _parser() -> OneLineParser:
    table = "\n".join(f"  {verb:<10} {help_text}" for verb, (_, help_text) in VERBS.items())
    parser = OneLineParser(
        prog="esquive",
        usage="esquive VERB ...",
        description="Two skirmish board games exactly as their rulebooks say.",
        epilog=f"verbs:\n{table}\n\nesquive VERB --help explains one; every verb takes --json.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"esquive {__version__}")
    return parser


def _one_line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    sys.exit(main())
