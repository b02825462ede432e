"""The ledger of rulings, objects, events, free uses and destiny points: R316 to R326, with piles and listed dice."""

from dataclasses import replace
from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.core.waiting import Decision, Roll
from esquive.kaos.book import rolls
from esquive.kaos.book.event_cards import EventsFrame, end_of_events
from esquive.kaos.book.round import clean_up
from esquive.kaos.book.searches import SearchesFrame
from esquive.kaos.book.windows import AFTER_ACTION, BEFORE_MOVE, FreeWindowFrame
from esquive.kaos.book.wounds import suffer
from esquive.kaos.cards.library import IN_FREE_WINDOW, SELF, EventCard, Library, ObjectCard
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Armour
from esquive.kaos.table import answers
from esquive.kaos.written.documents.set_ups import check_decks
from tests.kaos.playing import DESTINY, PASS, SKILL, Table, mine, skill, theirs, use
from tests.kaos.rulings.positions import attack, duel, refusals, turn_of

NOT_KEPT = answers.pack(answers.CHOOSE_WORD, [answers.WORD_NO])
KEEP = answers.pack(answers.CHOOSE_WORD, [answers.WORD_KEEP])
STORM, HALVES = 0, 1


def asked(table: Table) -> tuple[str, int]:
    """What is asked, and whom."""
    waiting = table.waiting
    assert isinstance(waiting, Decision | Roll)
    return waiting.kind, waiting.seat


def spend(points: int) -> int:
    """How many destiny points go into a search."""
    return answers.pack(answers.CHOOSE, [points])


def keep(figure: int) -> int:
    """Who keeps the object."""
    return answers.pack(answers.CHOOSE_FIGURE, [figure])


def play(card: int) -> int:
    """Playing an event."""
    return answers.pack(answers.CHOOSE_CARD, [card])


def item(name: str, difficulty: int, uses: int = 1) -> ObjectCard:
    """An object."""
    return ObjectCard(name, name, "", difficulty, IN_FREE_WINDOW, SELF, -1, uses, (), ())


def event(name: str, parts: int = 1, place: str = "here") -> EventCard:
    """An event that lasts a round."""
    return EventCard(name, name, place, parts, 4, 1, (), ())


def searches(hero: int = 1, foe: int = 0, pile: tuple[int, int] = (1, 1), **keys: Any) -> Table:
    """The end of a round: who has searched; a flask of difficulty 4 and a crown of 6 to be found."""
    figures = {
        "hero": mine(at=(20, 20), searching=hero),
        "friend": mine(at=(25, 20)),
        "foe": theirs(at=(40, 20), searching=foe),
    }
    table = Table(figures, objects=[item("flask", 4), item("crown", 6)], **keys)
    table.state.object_pile = list(pile)
    return table


def events(pile: tuple[int, int] = (2, 4), **lists: Any) -> Table:
    """The events of a round; p1 holds the initiative; a storm of one card, halves of two."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 20))}, events=[event("storm"), event("halves", 2)])
    table.state.event_pile = list(pile)
    for name, value in lists.items():
        setattr(table.state, name, value)
    return table


# -------------------------------------------------------------------------------------------------------------- objects


def test_ruling_r316_searches_are_one_card_each_the_winner_of_initiative_first() -> None:
    """[Ruling R316]: p2 won this round; nobody searches an empty pile, not even with points."""
    table = searches(1, 1, first=1).start(SearchesFrame())
    assert asked(table) == ("search", 1)
    table.play(NOT_KEPT, dice=["4", "flask", "3", "crown"])
    assert [fact["seat"] for fact in table.facts("search-roll")] == [1, 0] and table.asks == "rest"
    table = searches(1, 1, (0, 0), destiny=(3, 3)).start(SearchesFrame())
    assert table.asks == "rest" and table.facts("search-roll") == []


def test_ruling_r316_search_dice_do_not_roll_again() -> None:
    """[Ruling R316]: a six is a six, and points bought before are all there is."""
    table = searches(destiny=(1, 0)).start(SearchesFrame()).play(spend(1), NOT_KEPT, dice=["61", "crown"])
    assert table.facts("search-roll") == [{"seat": 0, "dice": "61"}] and table.asks == "rest"


def test_ruling_r317_objects_are_kept_by_who_searched_or_go_under_the_pile() -> None:
    """[Ruling R317]: not by the friend; by any own figure after a search by destiny alone; an equal die will do."""
    table = searches().start(SearchesFrame()).play(dice=["4", "flask"])
    assert refusals(table, keep(0)) == [] and refusals(table, keep(1)) == ["object-bearer"]
    table.play(NOT_KEPT)
    assert table.state.carried == [] and table.state.object_bottom == [0]
    table = searches(0, destiny=(1, 0)).start(SearchesFrame()).play(spend(1), dice=["4", "flask"])
    assert refusals(table, keep(1)) == [] and refusals(table, keep(2)) == ["object-bearer"]
    table = searches().start(SearchesFrame()).play(dice=["5", "crown"])
    assert table.asks == "rest" and table.state.object_bottom == [1]


def test_ruling_r318_objects_go_under_the_pile_with_their_bearer() -> None:
    """[Ruling R318]: nothing hands it over; used up it goes there as well."""
    table = searches()
    table.state.carried = [(0, 1, 1), (1, 0, 1)]
    suffer(table.state, 0, 20)
    assert table.state.carried == [(1, 0, 1)] and table.state.object_bottom == [1]
    table.start(FreeWindowFrame(BEFORE_MOVE, 1)).play(use(1, answers.OBJECT, 1))
    assert table.state.carried == [] and table.state.object_bottom == [1, 0]


def test_ruling_r319_a_pile_has_no_order_but_for_what_lies_under_it() -> None:
    """[Ruling R319]: every card left is as likely; then those put back come in their order, nothing being rolled."""
    table = searches(1, 1, (2, 1)).start(SearchesFrame())
    table.state.apply(rolls.outcome_of([3]))
    waiting = table.waiting
    assert isinstance(waiting, Roll) and waiting.weights == (2, 1)
    table = searches(1, 1, (0, 0))
    table.state.object_bottom = [1, 0]
    table.start(SearchesFrame()).play(dice=["3", "3"])
    assert [fact["card"] for fact in table.facts("object-drawn")] == [1, 0]


# --------------------------------------------------------------------------------------------------------------- events


@pytest.mark.parametrize(("places", "is_legal"), [("hhhh--", True), ("hhhhhx", False), ("hhh---", False)])
def test_ruling_r320_event_decks_mix_no_places(places: str, is_legal: bool) -> None:
    """[Ruling R320]: six cards, four of the place; the rest without any."""
    names = {"h": "here", "x": "elsewhere", "-": ""}
    cards = tuple(replace(event(str(n), place=names[one]), copies=1) for n, one in enumerate(places))
    library = Library((), (), cards)
    if is_legal:
        check_decks(library)
    else:
        with pytest.raises(DocumentError):
            check_decks(library)


def test_ruling_r321_events_are_drawn_after_initiative_and_the_opponent_answers_first() -> None:
    """[Ruling R321]: p1 draws first, p2 answers first; p1 with two cards plays one; no card, no draw."""
    table = events(reserved=[HALVES, -1]).start(EventsFrame())
    assert asked(table) == ("draw-event", 0)
    table.play(dice=["storm", "storm"])
    assert asked(table) == ("event", 1)
    assert refusals(table, KEEP) == []
    table.play(play(STORM))
    assert asked(table) == ("event", 0) and refusals(table, KEEP) == ["must-play"]
    table.play(play(HALVES))
    assert table.state.reserved == [STORM, -1] and table.facts("event-happens") == [{"card": STORM}]
    assert events((0, 0)).start(EventsFrame()).asks == "rest"


def test_ruling_r322_parts_wait_over_rounds_for_either_player() -> None:
    """[Ruling R322]: one half lies there from an earlier round, p2 reveals the other."""
    table = events((0, 1), event_edge=[0, 1], reserved=[-1, HALVES]).start(EventsFrame())
    table.play(play(HALVES), KEEP, dice=["halves"])
    assert table.facts("event-happens") == [{"card": HALVES}] and table.state.event_edge == [0, 0]


def test_ruling_r322_several_events_at_once_are_cancelled() -> None:
    """[Ruling R322]: all their cards go back to the pile; what is in force from before goes on."""
    table = events((2, 1), event_edge=[0, 1], in_force=[(STORM, 2)]).start(EventsFrame())
    table.play(play(STORM), play(HALVES), dice=["halves", "storm"])
    assert len(table.facts("events-cancelled")) == 1 and table.facts("event-happens") == []
    assert table.state.event_pile == [2, 2] and table.state.event_edge == [0, 0]
    end_of_events(table.state)
    assert table.state.in_force == [(STORM, 1)]


# ------------------------------------------------------------------------------------------------ free uses, destiny


def knack(**keys: Any) -> Any:
    """A free skill that gives its user a point of armour for the round."""
    effect = Op(Armour, 0, 1, ALWAYS, ROUND, 0, 1)
    return skill(**{"is_free": True, "timing": IN_FREE_WINDOW, "targets": SELF, "effects": (effect,), **keys})


def test_ruling_r323_a_free_use_comes_once_a_round_and_activates_nobody() -> None:
    """[Ruling R323]: twice only where the card says so; by one that has played; again in the next round."""
    table = Table({"hero": mine(at=(20, 20), skills=[knack()]), "foe": theirs(at=(40, 20))})
    table.start(FreeWindowFrame(BEFORE_MOVE, 0)).play(use(0, SKILL, 0))
    assert table.asks == "rest" and table.read("hero", "activated") == 0
    clean_up(table.state)
    assert table.start(FreeWindowFrame(BEFORE_MOVE, 0)).asks == "free-before-move"
    table = Table({"hero": mine(at=(20, 20), skills=[knack(uses=0)], activated=1), "foe": theirs(at=(40, 20))})
    table.start(FreeWindowFrame(AFTER_ACTION, 1)).play(use(0, SKILL, 0))
    assert table.asks == "free-after-action"


def test_ruling_r324_free_uses_have_their_moments_the_active_player_first() -> None:
    """[Ruling R324]: round a walk, a strike and a second walk; each player is asked at each of them."""
    keys: dict[str, Any] = {"skills": [knack()]}
    table = duel(4, hero=keys, activated=1, life=40, **keys)
    turn_of(table).play("plan walk 24,20 strike foe sword then 24,21", "react none")
    moments = []
    while table.asks != "rest":
        moments.append(asked(table))
        table.play(PASS, dice=["4111"] if moments == WALK_AND_STRIKE[:4] else [])
    assert moments == WALK_AND_STRIKE
    table = duel(hero=keys, activated=1)
    assert turn_of(table).play("plan stay strike foe sword", "react none").asks == "free-before-action"
    table = duel(hero=keys, activated=1, **keys).start(FreeWindowFrame(BEFORE_MOVE, 0)).play(PASS, use(1, SKILL, 1))
    assert asked(table) == ("free-before-move", 0) and len(table.state.lasting) == 1


WALK_AND_STRIKE = [
    (moment, seat)
    for moment in ("free-before-move", "free-after-move", "free-after-action", "free-after-move")
    for seat in (0, 1)
]


def test_ruling_r325_destiny_is_spent_in_turn_the_attacker_first() -> None:
    """[Ruling R325]: p1 lets it be, p2 spends one and then p1 may again; whoever has no failure is not asked."""
    table = attack(duel(destiny=(2, 2)), "dodge").play(dice=["4111", "411"])
    assert asked(table) == ("destiny", 0)
    assert asked(table.play(PASS)) == ("destiny", 1)
    assert asked(table.play(DESTINY, dice=["44"])) == ("destiny", 0)
    assert asked(table.play(DESTINY, dice=["111"])) == ("destiny", 0)
    table.play(DESTINY, dice=["411"])
    assert table.asks == "rest" and table.state.destiny == [0, 1]
    table = attack(duel(destiny=(0, 1)), "dodge").play(dice=["4111", "411"])
    assert asked(table) == ("destiny", 1)


def test_ruling_r326_points_for_a_search_are_spent_before_the_dice() -> None:
    """[Ruling R326]: two of three; with the die of the hero three are rolled, and nothing is asked afterwards."""
    table = searches(destiny=(3, 0)).start(SearchesFrame())
    assert asked(table) == ("search", 0) and refusals(table, spend(4)) == ["search-points"]
    table.play(spend(2), dice=["111", "flask"])
    assert table.state.destiny == [1, 0] and table.asks == "rest"
