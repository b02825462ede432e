"""The catalogue that is shipped: every file decodes and lints, ids are unique, tokens and boards are complete."""

from collections import Counter
from importlib.resources import files
from typing import get_args

import msgspec
import pytest

from esquive.krosmaster.book.teams import constructed_violations
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue, hero_of, slug_of
from esquive.krosmaster.cards.documents import ArenaDocument, Pack, PowerDocument
from esquive.krosmaster.cards.parts import parts, summon_ids
from esquive.krosmaster.cards.ranges import RANGE_NAMES
from esquive.krosmaster.cards.reading import parse_pack
from esquive.krosmaster.cards.team_files import frigost_teams, ready_teams
from esquive.krosmaster.cards.who import Keyword
from esquive.krosmaster.releases import release
from esquive.krosmaster.releases.names import AREA_NAMES
from esquive.krosmaster.spoken.cards.lint import arena_rows, lint

FIRST_BOX = (
    "bad-aboum bill-tell oscar-kass king-of-the-gobballs lil-healey kassius-kaos anna-tommy queen-of-the-tofus".split()
)
KINDS = ("cards", "summons", "rewards", "arenas")


def without(known: Catalogue, pack: Pack) -> Catalogue:
    """The catalogue without the documents of one file, so that the file can be linted beside the others."""
    return Catalogue(
        Pack(
            card=tuple(card for card in known.cards.values() if card not in pack.card),
            summon=tuple(summon for summon in known.summons.values() if summon not in pack.summon),
            reward=tuple(reward for reward in known.rewards.values() if reward not in pack.reward),
            arena=tuple(arena for arena in known.arenas.values() if arena not in pack.arena),
        )
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_of_the_catalogue_lints_without_errors(kind: str) -> None:
    folder = files("esquive.krosmaster").joinpath("catalogue", kind)
    number = 0
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        pack = parse_pack(text, file.name)
        others = without(catalogue(), pack)
        assert [str(one) for one in lint(pack, text, file.name, others) if one.severity == "error"] == []
        number += 1
    assert number


def test_a_card_file_holds_one_figure_and_bears_its_id() -> None:
    for file in files("esquive.krosmaster").joinpath("catalogue", "cards").iterdir():
        pack = parse_pack(file.read_text(encoding="utf-8"), file.name)
        assert [card.id for card in pack.card] == [file.name.removesuffix(".toml")]


def test_the_content_hash_names_the_content_and_not_the_layout() -> None:
    known = catalogue()
    again = Catalogue(
        Pack(
            card=tuple(known.cards.values())[::-1],
            summon=tuple(known.summons.values()),
            reward=tuple(known.rewards.values()),
            arena=tuple(known.arenas.values()),
        )
    )
    assert again.content_hash == known.content_hash
    assert len(known.content_hash) == 64


@pytest.mark.parametrize("card_id", [*FIRST_BOX, *(f"{card_id}-eternal" for card_id in FIRST_BOX)])
def test_the_first_box_is_playable_in_both_prints(card_id: str) -> None:
    known = catalogue()
    assert known.unplayable_because(known.cards[card_id]) == ()


def test_playable_cards_use_every_range_kind_area_limit_additional_effect_and_keyword() -> None:
    known = catalogue()
    playable = [card for card in known.cards.values() if known.is_playable(card)]
    spells = [spell for card in playable for spell in card.spell]
    assert {spell.range.kind for spell in spells} == set(RANGE_NAMES)
    assert {spell.area for spell in spells} == set(AREA_NAMES)
    assert {spell.limit for spell in spells} == {"none", "turn", "turn-and-target", "game"}
    used = {type(part) for card in playable for part in parts(card)}
    assert used >= {
        ops.Markers,
        ops.ExtraDamage,
        ops.PushBack,
        ops.Attract,
        ops.Retreat,
        ops.MoveCloser,
        ops.PierceArmour,
        ops.StealMarkers,
        ops.ImmediateGain,
        ops.StealHealth,
        ops.Track,
        ops.Invasion,
        ops.Retribution,
        ops.Revenge,
        ops.ExchangeMarkers,
    }
    keywords = {power.keyword for card in playable for power in card.power}
    keywords |= {power.keyword for card in playable for one in summon_ids(card) for power in known.summons[one].power}
    assert keywords >= set(get_args(Keyword))


def test_a_card_is_playable_only_with_all_its_summons() -> None:
    known = catalogue()
    elogio = known.cards["elogio"]
    assert summon_ids(elogio) == ("crackstone",)
    pack = Pack(card=(elogio,))
    assert Catalogue(pack).unplayable_because(elogio) == ("The summon 'crackstone' is not in the catalogue.",)


def test_a_card_with_an_unimplemented_power_is_barred_and_says_why() -> None:
    boletus = catalogue().cards["maestro-boletus"]
    power = PowerDocument(id="later", name={"en": "Later"}, unimplemented="Not yet.")
    barred = msgspec.structs.replace(boletus, power=(power,))
    known = Catalogue(Pack(card=(barred,)))
    assert not known.is_playable(barred)
    assert known.unplayable_because(barred) == ("Not yet.",)


def test_both_prints_and_all_versions_of_a_krosmaster_are_one_hero() -> None:
    known = catalogue()
    same = ("percedal", "percedal-eternal", "percedal-percylax")
    assert {hero_of(known.cards[card_id]) for card_id in same} == {"percedal"}
    assert hero_of(known.cards["naz-rael"]) == "naz-rael"
    assert slug_of("Dani O'Shun") == "dani-oshun"


@pytest.mark.parametrize("rank", ["granite", "jade", "silver"])
def test_each_rank_has_twenty_house_tokens_of_eight_to_twelve_kinds(rank: str) -> None:
    tokens = [reward for reward in catalogue().rewards.values() if reward.rank == rank]
    assert sum(token.copies for token in tokens) == 20
    assert 8 <= len(tokens) <= 12
    assert all(token.house for token in tokens)
    assert {token.kind for token in tokens} == {"boost", "buff", "equipment"}
    assert any(token.spell for token in tokens)


def test_the_tokens_cover_all_six_kinds_of_equipment() -> None:
    slots = Counter(reward.slot for reward in catalogue().rewards.values() if reward.slot)
    assert set(slots) == {"weapon", "set", "pet", "dofus", "trophy", "technique"}


def test_the_known_facts_of_aero_boost_and_prespic_set_are_kept() -> None:
    """Aero Boost gives +2 to the next AIR spell, the Prespic Set 6 HP and Counter [KA 7.2.7.c] [KA 7.2.8.c]."""
    rewards = catalogue().rewards
    assert rewards["aero-boost"].do == (ops.Bonus(stat="damage", x=2, element="air", spells="next"),)
    (held,) = rewards["prespic-set"].holds
    assert held.give == (ops.StatBonus(stat="hp", x=6), ops.HavePowers(powers=("counter",)))


def turned(cell: str) -> str:
    """The cell half a turn away on a board of twelve rows and columns."""
    return f"{chr(ord('a') + ord('l') - ord(cell[0]))}{13 - int(cell[1:])}"


@pytest.mark.parametrize("arena", catalogue().arenas.values(), ids=lambda arena: arena.id)
def test_an_arena_is_twelve_by_twelve_symmetric_with_ten_starting_cells_a_side(arena: ArenaDocument) -> None:
    rows = arena_rows(arena)
    assert [len(row) for row in rows] == [12] * 12
    assert rows == [row[::-1] for row in rows[::-1]]
    assert {seat: len(cells) for seat, cells in arena.starts.items()} == dict.fromkeys(("p1", "p2", "p3", "p4"), 10)
    assert {turned(cell) for cell in arena.starts["p1"]} == set(arena.starts["p2"])
    assert {turned(cell) for cell in arena.starts["p3"]} == set(arena.starts["p4"])
    assert all(int(cell[1:]) <= 2 for cell in arena.starts["p1"])
    assert all(rows[12 - int(cell[1:])][ord(cell[0]) - ord("a")] == "s" for cell in arena.starts["p1"])


def test_the_elemental_arena_has_its_kamas_and_demon_cells() -> None:
    letters = [letter for row in arena_rows(catalogue().arenas["elemental"]) for letter in row]
    assert letters.count("D") == 12
    assert sum(int(letter) for letter in letters if letter.isdigit()) == 26


@pytest.mark.parametrize("team", (*ready_teams(), *frigost_teams()), ids=lambda team: team.id)
def test_a_ready_made_team_is_legal_playable_and_described_in_three_languages(team: object) -> None:
    ready = next(one for one in (*ready_teams(), *frigost_teams()) if one is team)
    known = catalogue()
    cards = [known.cards[card_id] for card_id in ready.cards]
    assert constructed_violations(cards, release("2.7")) == []
    assert all(known.is_playable(card) for card in cards)
    assert set(ready.text) == set(ready.name) == {"en", "fr", "it"}


def test_there_are_at_least_eight_ready_made_teams() -> None:
    assert len(ready_teams()) >= 8
