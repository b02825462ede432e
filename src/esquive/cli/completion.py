"""`esquive completion SHELL`: the script by which a shell completes verbs, options and files; argcomplete does it."""

import argparse
import json
from collections.abc import Mapping
from typing import Final

SHELLS: Final = ("bash", "zsh", "fish")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb."""
    parser = subparsers.add_parser(
        "completion",
        help="completion for a shell",
        description="Prints the script by which a shell completes `esquive`. In ~/.bashrc: "
        'eval "$(esquive completion bash)"; in ~/.zshrc, after compinit: eval "$(esquive completion zsh)"; '
        "for fish: esquive completion fish > ~/.config/fish/completions/esquive.fish",
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Prints the script; 0."""
    from argcomplete.shell_integration import shellcode

    script = shellcode(["esquive"], shell=args.shell)
    print(json.dumps({"shell": args.shell, "script": script}) if args.json else script)
    return 0


def verb_before(environment: Mapping[str, str]) -> str:
    """The verb of the line that a shell completes, "" while it is being written; `help` has none of its own."""
    line = environment.get("COMP_LINE", "")
    words = line[: int(environment.get("COMP_POINT", len(line)))].split(" ")
    return words[1] if len(words) > 2 else ""
