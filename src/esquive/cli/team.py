"""`esquive team check`: is a team legal, and if not, which clauses does it break."""

import argparse
import json

from esquive.cli.input_files import file_named
from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs
from esquive.cli.releases import add_release, release_named
from esquive.core.games import USUAL, game_named, game_names
from esquive.core.messages import messages
from esquive.core.team_texts import ids_of, read_team
from esquive.core.text_files import read_text


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "team", help="is a team legal", description="Checks a team file against chapter 1.1 of the rulebook."
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="all that bars a team from play: 0 when nothing does, 1 when something")
    check.add_argument(
        "file",
        metavar="FILE",
        help="TOML with cards = [ids], or a list (.txt); a horde of Kaos too; `-` for standard input",
    )
    check.add_argument("--game", choices=game_names(), default=USUAL, help=f"default: {USUAL}")
    check.add_argument("--format", default="", help="default: the game's usual one, for Krosmaster constructed")
    add_release(check)
    add_packs(check)
    add_language(check)
    check.add_argument("--json", action="store_true", help="one JSON document on stdout")
    read = actions.add_parser("read", help="a list as people write it: which figures are meant; 0 when all are sure")
    read.add_argument("file", metavar="FILE", help="a figure a line, by any of its names; `-` for standard input")
    read.add_argument("--game", choices=game_names(), default=USUAL, help=f"default: {USUAL}")
    add_packs(read)
    add_language(read)
    read.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Prints all that bars a team, as a server does; 0 when nothing does; raises EsquiveError for a bad file."""
    if args.action == "read":
        return _read(args)
    setups = game_named(args.game).setups.under(release_named(args.release, args.game))
    format_ = args.format or setups.formats()[0].id
    setups.format_named(format_)
    team = setups.team_file(file_named(args.file), format_)
    if args.json:
        report = {
            "name": team.name,
            "format": format_,
            "legal": not team.violations,
            "level": team.cost,
            "violations": [refusal.to_data() for refusal in team.violations],
            "unplayable": team.unplayable,
        }
        print(json.dumps(report, ensure_ascii=False))
        return 1 if team.violations else 0
    for refusal in team.violations:
        clauses, said = ", ".join(refusal.clauses), setups.violation(refusal, args.language)
        print(f"{clauses}: {said}" if clauses else said)
    spoken = messages(args.language)
    verdict = "team.illegal" if team.violations else "team.legal"
    print(
        spoken.say(
            verdict, {"team": team.name or args.file, "format": setups.format_named(format_, args.language).name}
        )
    )
    return 1 if team.violations else 0


def _read(args: argparse.Namespace) -> int:
    """Prints which figures a list means, and asks back where that is not sure."""
    setups = game_named(args.game).setups
    found = read_team(read_text(file_named(args.file)), setups.names_on_lists())
    if args.json:
        lines = [
            {"text": one.text, "count": one.copies, "card": one.card, "choices": list(one.choices)} for one in found
        ]
        print(json.dumps({"cards": ids_of(found), "lines": lines}, ensure_ascii=False))
        return 0 if found and all(one.card for one in found) else 1
    spoken = messages(args.language)
    for one in found:
        if one.card:
            print(f"{one.copies} x {one.card:<34} {setups.list_name(one.card, args.language)}")
        else:
            choices = ", ".join(setups.list_name(card, args.language) for card in one.choices)
            name = "team.unsure" if choices else "team.unknown"
            print(spoken.say(name, {"text": one.text, "choices": choices}))
    return 0 if found and all(one.card for one in found) else 1
