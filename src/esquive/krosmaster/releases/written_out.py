"""What the rules carry out in one way only, so far, whatever a release may want.

`release.toml` names every procedure of its release. Those of this module steer nothing yet: the rules are written for
the values below, and a release that wants others is refused (`unimplemented`), not played half.
"""

from typing import Final

# Of two procedures the one that is carried out, and the other one, which is not: release 2.2's.
PROCEDURES: Final[dict[str, tuple[str, str]]] = {
    "contradiction": ("prohibition", "permission"),
    "initiative_tie": ("more-krosmasters", "chance"),
    "gauges": ("before-start-effects", "after-start-effects"),
    "buffs": ("before-start-effects", "after-start-effects"),
    "lock_tie": ("caught", "escape"),
    "lock_loss": ("fixed", "all"),
    "lock_by_summon": ("caught", "locked"),
    "move_payment": ("after-block", "before-block"),
    "dofus_trophy": ("shared", "separate"),
    "boost_spells": ("next-spell", "card"),
    "punch_limit": ("once-per-turn", "none"),
    "immediate_gain": ("caster", "active-unit"),
    "unfazed": ("place", "place-and-points"),
    "counter": ("opponents-turn", "any-turn"),
    "wisdom": ("boss", "any-krosmaster"),
    "loot": ("any-piece", "krosmaster"),
    "summon_limit": ("team", "kind"),
    "summon_at_limit": ("no-summon", "no-cast"),
    "summon_on_floor_piece": ("forbidden", "allowed"),
    "mechanism_turns": ("timeline", "none"),
    "mechanism_side": ("owner", "nobody"),
    "allies": ("units", "characters"),
    "inflicted": ("every-source", "named-source"),
    "mob_spells": ("every-spell", "attacks"),
}
