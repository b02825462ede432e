"""`esquive team check`: is a team legal, and if not, which clauses does it break."""

import argparse
import json
from pathlib import Path

from esquive.krosmaster.book.teams import (
    Event,
    constructed_violations,
    four_players_violations,
    limited_violations,
)
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.team_files import cards_of, load_team
from esquive.krosmaster.releases import release


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "team", help="is a team legal", description="Checks a team file against chapter 1.1 of the rulebook."
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="every violated clause; 0 when the team is legal, 1 when not")
    check.add_argument("file", metavar="FILE", help="a TOML file with cards = [ids]")
    check.add_argument(
        "--format",
        choices=("constructed", "limited", "free-for-all", "two-against-two"),
        default="constructed",
        help="default: constructed",
    )
    check.add_argument("--release", default="2.7", help="of the rulebook; default: 2.7, the only one so far")
    check.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Prints every violated clause; 0 when the team is legal, 1 when not; raises EsquiveError for a bad file."""
    known = catalogue()
    path = Path(args.file)
    document = load_team(path)
    params = release(args.release)
    team = cards_of(document.cards, "cards", path, known)
    event = Event(legal_collections=document.legal_collections, banned=document.banned)
    if args.format == "constructed":
        found = constructed_violations(team, params, event)
    elif args.format != "limited":
        found = four_players_violations(team, params, event)
    else:
        pool = None if document.pool is None else cards_of(document.pool, "pool", path, known)
        found = limited_violations(team, params, pool)
    unplayable = {card.id: list(known.unplayable_because(card)) for card in team if not known.is_playable(card)}
    if args.json:
        report = {
            "name": document.name,
            "format": args.format,
            "legal": not found,
            "level": sum(card.level for card in team),
            "violations": [refusal.to_data() for refusal in found],
            "unplayable": unplayable,
        }
        print(json.dumps(report, ensure_ascii=False))
        return 1 if found else 0
    for refusal in found:
        print(f"{', '.join(refusal.clauses)}: {refusal.sentence}")
    for card_id, reasons in unplayable.items():
        print(f"note: {card_id} cannot be played yet: {reasons[0]}")
    print(f"{document.name or args.file}: {'not legal' if found else 'legal'} for {args.format}")
    return 1 if found else 0
