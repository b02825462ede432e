"""Using personal skills, free spells and objects: when, on whom, and what comes of it [Kaos K34.1] [Kaos K35.1].

A personal skill is the action of a turn unless its card says otherwise [Kaos K34.2]; it is rolled and needs one success
[Kaos K34.3], or is automatic [Kaos K34.4]. Free spells and skills cost no action and activate nobody [Kaos K35.2]; each
is used once a round. An object found works as its card says [Kaos K32.11]; a free spell is resolved as any spell.
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Waiting
from esquive.kaos.book.attack_conditions import attack_conditions, is_in_view, may_attack
from esquive.kaos.book.effects import apply_effects, may_place, place_conditions, place_op
from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.book.means import FREE, label_of, skill_of, spell_of
from esquive.kaos.book.modifiers import is_forbidden
from esquive.kaos.book.pools import Pool, figure_pool
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import SKILL as SKILL_ROLL, ContestFrame, made_of
from esquive.kaos.book.terms import term_facts
from esquive.kaos.book.wounds import ForcedMovesFrame
from esquive.kaos.cards.library import (
    ANY,
    AS_ACTION,
    ENEMY,
    FRIEND,
    IN_FREE_WINDOW,
    SELF,
    TARGETS,
    ObjectCard,
    Skill,
    Spell,
)
from esquive.kaos.cards.op_codes import Op
from esquive.kaos.cards.ops import ExtraAction
from esquive.kaos.geometry.arcs import in_attack_angle, margin
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.shapes import Base, Table
from esquive.kaos.geometry.units import TOLERANCE, format_length
from esquive.kaos.table import answers
from esquive.kaos.table.answers import KIND_MASK, NO_MEANS, NO_REACTION, NUMBER_MASK
from esquive.kaos.table.events import E_FREE_USE, E_MISSED, E_OBJECT_USED, E_SKILL_USED
from esquive.kaos.table.state import IN_PLAY, NONE, State

Used = Spell | Skill | ObjectCard  # what free means and uses stand for

SKILL_BITS: Final = 8  # in `state.used`: free spells have the bits before, skills those from here on

START: Final = 0
CAST: Final = 1
EFFECTS: Final = 2
END: Final = 3


@fields
class UseFrame(Frame[State]):
    """A figure uses a skill, a free spell or an object; `means`, `target`, `x y` as in an answer.

    `is_free`: 1 when it is not the action of the figure's turn [Kaos K35.1].
    """

    NAME = "use"
    STEPS = ("start", "cast", "effects", "end")

    figure: int
    means: int
    target: int
    x: int
    y: int
    is_free: int

    def run(self, state: State) -> bool:
        if self.step == END or state.status[self.figure] != IN_PLAY:
            state.stack.pop()
        elif self.step == START:
            self.start(state)
        elif self.step == CAST:
            self.cast(state)
        else:
            self.effects(state)
        return False

    def start(self, state: State) -> None:
        """It counts as used whatever comes of it; the action of a turn is spent [Kaos K34.2] [Kaos K24.3]."""
        self.announce(state)
        spend_use(state, self.figure, self.means)
        if not self.is_free:
            state.acted[self.figure] = 1
        if spell_of(state.card(self.figure), self.means) is not None:
            self.step = CAST
            self.ask_target(state)
            return
        self.step = EFFECTS
        skill = skill_of(state.card(self.figure), self.means)
        if not self.is_possible(state):
            self.miss(state)
        elif skill is not None and skill.dice:
            pool = skill_pool(state, self.figure, skill)
            made_of(state, pool.terms)
            state.stack.append(ContestFrame(SKILL_ROLL, state.owner[self.figure], self.figure, pool.dice))
        else:
            state.successes_a = 1  # automatic [Kaos K34.4]

    def announce(self, state: State) -> None:
        """Who uses what, on whom."""
        if state.log is None:
            return
        if self.means & KIND_MASK == answers.OBJECT:
            state.log.append((E_OBJECT_USED, self.figure, self.means & NUMBER_MASK, self.target))
        elif self.is_free:
            state.log.append((E_FREE_USE, self.figure, self.means, self.target))
        else:
            state.log.append((E_SKILL_USED, self.figure, self.means, self.target))

    def is_possible(self, state: State) -> bool:
        """Whether the target is still where it can be reached."""
        return may_aim(state, self.figure, self.means, self.target, self.x, self.y)

    def ask_target(self, state: State) -> None:
        """The target of a free spell says whether it resists or submits [Kaos K23.14] [Kaos K23.18]."""
        base = state.base(self.figure)
        state.reaction, state.reaction_means = NO_REACTION, NO_MEANS
        if self.target != self.figure:
            state.stack.append(
                ReactionFrame(self.figure, self.means, self.target, base.x, base.y, base.z, base.facing, FREE)
            )

    def cast(self, state: State) -> None:
        """A free spell is an exchange like that of any spell, but for the action [Kaos K35.1] [Kaos K35.2]."""
        self.step = END
        against = (self.figure, self.means, self.target, state.reaction, state.reaction_means)
        state.stack.append(AttackFrame(*against, FREE, NONE, self.x, self.y))

    def effects(self, state: State) -> None:
        """One success is enough [Kaos K34.3]; whoever is wounded and had not played moves at the end [Kaos K26.2]."""
        self.step = END
        if state.successes_a < 1:
            self.miss(state)
            return
        state.stack.append(ForcedMovesFrame())
        apply_effects(state, ops_of(state, self.figure, self.means), self.figure, self.target, self.x, self.y)

    def miss(self, state: State) -> None:
        """Nothing comes of it."""
        self.step = END
        if state.log is not None:
            state.log.append((E_MISSED, self.figure, self.target, self.means))

    def waiting(self, state: State) -> Waiting:
        raise AssertionError("a use waits for its rolls and reactions only")

    def answer(self, state: State, answer: int) -> None:
        raise AssertionError("a use is answered through its rolls and reactions only")


# -------------------------------------------------------------------------------------------------------- what is used


def object_of(state: State, figure: int, means: int) -> ObjectCard | None:
    """The object card that the means stand for, if the figure carries it; else None."""
    if means < 0 or means >> 16 or means & KIND_MASK != answers.OBJECT:
        return None
    number = means & NUMBER_MASK
    is_carried = any(entry[0] == figure and entry[1] == number for entry in state.carried)
    return state.library.objects[number] if is_carried else None


def used_bit(means: int) -> int:
    """The bit of `state.used` that stands for a free spell or a skill."""
    number = means & NUMBER_MASK
    return 1 << (number + (SKILL_BITS if means & KIND_MASK == answers.SKILL else 0))


def is_used(state: State, figure: int, means: int) -> bool:
    """Whether a free spell or a skill has been used this round and may be used once only [Kaos K35.1]."""
    skill = skill_of(state.card(figure), means)
    if skill is not None and not skill.uses:
        return False
    return bool(state.used[figure] & used_bit(means))


def spend_use(state: State, figure: int, means: int) -> None:
    """One use less this round; an object that is used up is gone, under the pile [Kaos K32.11] [Kaos K35.1].

    One without end of uses has fewer than at first as well, NONE of them: it has been shown [Ruling R217].
    """
    if means & KIND_MASK != answers.OBJECT:
        state.used[figure] |= used_bit(means)
        return
    card = means & NUMBER_MASK
    for place, (bearer, carried, left) in enumerate(state.carried):
        if bearer == figure and carried == card:
            if left == 1:
                state.carried = state.carried[:place] + state.carried[place + 1 :]
                state.object_bottom = [*state.object_bottom, card]
            else:
                state.carried = [
                    *state.carried[:place],
                    (bearer, card, max(left - 1, NONE)),
                    *state.carried[place + 1 :],
                ]
            return


def ops_of(state: State, figure: int, means: int) -> tuple[Op, ...]:
    """What a skill, a spell or an object does."""
    card = state.card(figure)
    found = skill_of(card, means) or spell_of(card, means) or object_of_library(state, means)
    return found.effects if found is not None else ()


def object_of_library(state: State, means: int) -> ObjectCard | None:
    """The object card that the means stand for, carried or used up."""
    if means < 0 or means >> 16 or means & KIND_MASK != answers.OBJECT:
        return None
    number = means & NUMBER_MASK
    return state.library.objects[number] if number < len(state.library.objects) else None


def skill_pool(state: State, figure: int, skill: Skill) -> Pool:
    """The dice of a personal skill [Kaos K34.3]."""
    return figure_pool(state, figure, SKILL_ROLL, skill.dice, "K34.3")


def skill_dice(state: State, figure: int, skill: Skill) -> int:
    """How many dice a personal skill is rolled with; none for one that is automatic [Kaos K34.3] [Kaos K34.4]."""
    return skill_pool(state, figure, skill).dice if skill.dice else 0


def name_of(state: State, figure: int, means: int) -> str:
    """What the card calls the skill, the spell or the object."""
    card = object_of_library(state, means)
    return card.label if card is not None else label_of(state.card(figure), means)


# ----------------------------------------------------------------------------------------------------------- conditions


def use_conditions(
    state: State,
    figure: int,
    means: int,
    target: int,
    x: int,
    y: int,
    *,
    base: Base | None = None,
    is_free: bool = False,
) -> list[Condition]:
    """Every condition of using a skill or an object as an action, or with `is_free` between actions.

    `base`: where the figure will be then, where it stands now when left out. Any integers may be given; conditions past
    the first that makes the rest meaningless are left out.
    """
    in_play = 0 <= figure < len(state.names) and state.status[figure] == IN_PLAY
    name = state.names[figure] if 0 <= figure < len(state.names) else str(figure)
    found = [Condition("user-in-play", ("K35.2",), in_play, {"figure": name})]
    if not in_play:
        return found
    found.append(means_condition(state, figure, means, is_free))
    if not found[-1].holds:
        return found
    found += freedom_conditions(state, figure, means, is_free)
    return found + target_conditions(state, figure, means, target, x, y, state.base(figure) if base is None else base)


def means_condition(state: State, figure: int, means: int, is_free: bool) -> Condition:
    """What may be used as an action, and what between actions [Kaos K34.2] [Kaos K35.1] [Kaos K35.3]."""
    name = state.names[figure]
    facts = {"figure": name, "means": name_of(state, figure, means)}
    if is_free:
        holds = means in free_means(state, figure)
        return Condition("free-means", ("K35.1", "K35.3"), holds, facts)
    skill, carried = skill_of(state.card(figure), means), object_of(state, figure, means)
    holds = skill is not None and skill.timing == AS_ACTION and not skill.is_free
    holds = holds or (carried is not None and carried.timing == AS_ACTION)
    return Condition("action-means", ("K34.2", "K32.11"), holds, facts)


def free_means(state: State, figure: int) -> list[int]:
    """Everything a figure could use between actions, used already or not: free spells, free skills, objects.

    The list is not to be changed.
    """
    library, profile = state.library, state.profile[figure]
    found = library.free_means.get(profile)
    if found is None:
        spells, skills = library.free[profile]
        found = [answers.SPELL | number for number in spells] + [answers.SKILL | number for number in skills]
        library.free_means[profile] = found
    if state.carried:
        held = sorted({entry[1] for entry in state.carried if entry[0] == figure})
        found = found + [answers.OBJECT | number for number in held if library.objects[number].timing == IN_FREE_WINDOW]
    return found


def with_free_means(state: State, seat: int) -> list[int]:
    """The figures of a player that may have free means: by their cards, or all of them while anything is carried."""
    in_play = state.in_play(seat)
    if state.carried:
        return in_play
    has_free, profile = state.library.has_free, state.profile
    return [figure for figure in in_play if has_free[profile[figure]]]


def freedom_conditions(state: State, figure: int, means: int, is_free: bool) -> list[Condition]:
    """Not used this round, nor kept from it by a card, and with a die to roll [Kaos K35.1] [Kaos K16.2]."""
    name, label = state.names[figure], name_of(state, figure, means)
    facts = {"figure": name, "means": label}
    kind = means & KIND_MASK
    found: list[Condition] = []
    if kind != answers.OBJECT:
        fresh = not is_used(state, figure, means)
        found.append(Condition("used-up", ("K35.1",), fresh, facts))
    if is_free:
        allowed = not is_forbidden(state, figure, "free")
        found.append(Condition("kept-from", ("K16.3",), allowed, facts))
    skill = skill_of(state.card(figure), means)
    if skill is not None and skill.dice:
        pool = skill_pool(state, figure, skill)
        terms = {"dice": term_facts(state.library, pool.terms)}
        derived = {**facts, "dice": pool.dice, "terms": terms}
        found.append(Condition("no-dice", ("K16.2", "K34.3"), pool.dice > 0, derived))
    return found


def is_fresh(state: State, figure: int, means: int) -> bool:
    """Whether free means may still be used; must agree with `freedom_conditions`."""
    kind = means & KIND_MASK
    skill = skill_of(state.card(figure), means) if kind == answers.SKILL else None
    if kind != answers.OBJECT and (skill is None or skill.uses) and state.used[figure] & used_bit(means):
        return False
    if is_forbidden(state, figure, "free"):
        return False
    return skill is None or not skill.dice or skill_pool(state, figure, skill).dice > 0


def target_conditions(
    state: State, figure: int, means: int, target: int, x: int, y: int, base: Base
) -> list[Condition]:
    """On whom: whose figure, how far, in the attack angle and in view, as the card asks; and the place it names."""
    in_play = 0 <= target < len(state.names) and state.status[target] == IN_PLAY
    other = state.names[target] if 0 <= target < len(state.names) else str(target)
    label = name_of(state, figure, means)
    facts = {"figure": state.names[figure], "target": other, "means": label}
    found = [Condition("target-in-play", ("K34.1",), in_play, facts)]
    if not in_play:
        return found
    if spell_of(state.card(figure), means) is not None:
        others = state.others(figure, target)
        target_base = state.base(target)
        found += attack_conditions(state, figure, base, means, target, target_base, others, FREE)
    else:
        found += aim_conditions(state, figure, means, target, base)
    return found + rest_conditions(state, figure, means, target, x, y, base)


def used_of(state: State, figure: int, means: int) -> Used | None:
    """The spell, the skill or the object that the means stand for."""
    card = state.card(figure)
    return spell_of(card, means) or skill_of(card, means) or object_of_library(state, means)


def targets_of(state: State, figure: int, used: Used | None) -> list[int]:
    """The figures in play on the side that means are for; whom else they are used on is no target of theirs."""
    targets = ENEMY if used is None else used.targets
    if targets == SELF:
        return [figure]
    owner = state.owner[figure]
    return state.in_play(NONE if targets == ANY else owner if targets == FRIEND else 1 - owner)


def may_aim(state: State, figure: int, means: int, target: int, x: int, y: int) -> bool:
    """Whether every condition of a target holds from where the figure stands; must agree with `target_conditions`."""
    used = used_of(state, figure, means)
    if not may_use_on(state, figure, means, used, target):
        return False
    op = None if used is None else place_op(used.effects)
    return not (x or y) if op is None else may_place(state, op, target, x, y)


def may_use_on(state: State, figure: int, means: int, used: Used | None, target: int) -> bool:
    """Whether every condition of a target holds but those of the place chosen for it: see `may_aim`.

    `used`: what the means stand for, see `used_of`.
    """
    if state.status[target] != IN_PLAY:
        return False
    if isinstance(used, Spell):
        if not may_attack(state, figure, state.base(figure), means, target, state.base(target), flags=FREE):
            return False
    elif not _is_aimed(state, figure, used, target, state.base(figure)):
        return False
    if state.activated[target] and target != state.active:
        return True
    return used is None or not _gives_turn(used.effects)


def _is_aimed(state: State, figure: int, used: Skill | ObjectCard | None, target: int, base: Base) -> bool:
    """Whether a skill or an object may be used on a target from a place; must agree with `aim_conditions`."""
    if used is None or (figure == target and used.targets != ENEMY):
        return True
    is_friend = state.owner[figure] == state.owner[target]
    if used.targets == SELF or (used.targets != ANY and is_friend != (used.targets == FRIEND)):
        return False
    other = state.base(target)
    if used.reach >= 0 and not within(state.table, base, other, used.reach + TOLERANCE):
        return False
    if not isinstance(used, Skill):
        return True
    if used.needs_angle and not in_attack_angle(base, other):
        return False
    return not used.needs_sight or is_in_view(state, figure, base, other, state.others(figure, target))


def rest_conditions(state: State, figure: int, means: int, target: int, x: int, y: int, base: Base) -> list[Condition]:
    """What some effects ask for beside a target: a turn already played, a place, or none.

    `base`: where the figure will be then.
    """
    found = turn_conditions(state, figure, means, target)
    op = place_op(ops_of(state, figure, means))
    if op is not None:
        return found + place_conditions(state, op, target, x, y, figure, base)
    label = name_of(state, figure, means)
    facts = {"figure": state.names[figure], "target": state.names[target], "means": label}
    found.append(Condition("no-place", ("K34.1",), x == 0 and y == 0, facts))
    return found


def turn_conditions(state: State, figure: int, means: int, target: int) -> list[Condition]:
    """Another turn is given to who has played its own, never to who is playing it [Kaos K7.3]."""
    if not _gives_turn(ops_of(state, figure, means)):
        return []
    other = state.names[target]
    facts = {"figure": state.names[figure], "target": other, "means": name_of(state, figure, means)}
    has_played = state.activated[target] != 0 and target != state.active
    return [Condition("turn-to-come", ("K7.3",), has_played, facts)]


def _gives_turn(printed: tuple[Op, ...]) -> bool:
    for op in printed:
        if op.kind is ExtraAction:
            return True
    return False


def aim_conditions(
    state: State, figure: int, means: int, target: int, base: Base, target_base: Base | None = None
) -> list[Condition]:
    """Whom a skill or an object may be used on, as its card says [Kaos K34.1] [Kaos K32.11].

    `target_base`: where the target will be then, where it stands now when left out.
    """
    used: Skill | ObjectCard | None = skill_of(state.card(figure), means) or object_of_library(state, means)
    if used is None:
        return []
    name, other = state.names[figure], state.names[target]
    is_friend = state.owner[figure] == state.owner[target]
    holds = {SELF: figure == target, FRIEND: is_friend, ENEMY: not is_friend, ANY: True}[used.targets]
    facts = {"figure": name, "target": other, "wanted": TARGETS[used.targets]}
    found = [Condition("target-side", ("K34.1",), holds, facts)]
    if figure == target or not holds:
        return found
    if target_base is None:
        target_base = state.base(target)
    if used.reach >= 0:
        found.append(reach_condition(state.table, name, used.label, other, base, target_base, used.reach))
        if not found[-1].holds:
            return found
    if isinstance(used, Skill) and used.needs_angle:
        inside = in_attack_angle(base, target_base)
        facts = {"figure": name, "target": other, "margin": format_length(margin(base, target_base))}
        found.append(Condition("attack-angle", ("K19.4", "K34.1"), inside, facts))
    if isinstance(used, Skill) and used.needs_sight:
        seen = is_in_view(state, figure, base, target_base, state.others(figure, target))
        found.append(Condition("in-view", ("K23.8", "K34.1"), seen, {"figure": name, "target": other}))
    return found


def reach_condition(
    table: Table, name: str, label: str, other: str, base: Base, target_base: Base, reach: int
) -> Condition:
    """How far off the target may be, base to base [Kaos K9.2] [Ruling R218]."""
    far, limit = format_length(distance(table, base, target_base)), format_length(reach)
    holds = within(table, base, target_base, reach + TOLERANCE)
    facts = {"figure": name, "means": label, "target": other, "distance": far, "limit": limit}
    return Condition("use-reach", ("K9.2", "K34.1"), holds, facts)
