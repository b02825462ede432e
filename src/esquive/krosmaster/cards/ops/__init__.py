"""Every op a card may use, declared once: type, range, default, meaning and clause of each field.

From these declarations come the decoder and its limits, the JSON Schema for editors, the linter, the reference page
and the sentence shown to players. The ops are plain, frozen values. What a punctual one does is the function
marked `@applies(Op)` in `book.effects`, how it reads the one registered in `text.cards.effect_sentences`; nothing else
lists it. What a continuous one changes is asked for by its KIND in `book.powers.values` and `book.damage`.

Three shapes: `do` now, `when` an event happens, `while` a modifier holds. Strings are never parsed; what no op can
say is a named `special` in the engine; what cannot be expressed yet is `unimplemented`.
"""

from esquive.krosmaster.cards.ops.branching import *
from esquive.krosmaster.cards.ops.continuous import *
from esquive.krosmaster.cards.ops.punctual import *
