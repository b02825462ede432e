"""The rulebook of Kaos, chapter by chapter. What is no module of this room stands with the room it is in.

    K0    introduction and material             cards.documents
    K1    winning                               victory
    K2    fighters and their profile cards      cards.documents, cards.library
    K3    building a horde                      hordes
    K4    balancing the hordes                  hordes
    K5    set-up and scenery                    scenery
    K6    deployment                            deployment
    K7    rounds and activation                 round
    K8    initiative                            round
    K9    measurement                           geometry.measures
    K10   moving figures                        movement; moves, those not declared
    K11   climbing, jumping, difficult ground   movement; geometry.walks, geometry.paths
    K12   falls                                 falls
    K13   attacker and defender                 round
    K14   how actions work                      rolls
    K15   sixes and rolling again               rolls
    K16   bonus and malus                       pools; modifiers, what cards change; terms, why so much
    K17   success, opposition and ties          exchange, opposition
    K18   wounds and armour                     wounds
    K19   the back and the attack angle         geometry.arcs
    K20   options of attacker and defender      activation; plans, walking, reactions, defences, reaction_conditions
    K21   close melee weapons and shields       attack_conditions, exchange
    K22   long melee weapons and slamming       slam
    K23   ranged weapons and magic              attack_conditions; means, what a figure fights with
    K24   resolution of shots and spells        spells; effects, what cards do
    K25   bonus and malus at range              pools
    K26   forced activation after a wound       wounds
    K27   fleeing                               flight
    K28   charges                               plans
    K29   dodging                               defences, pools
    K30   back attacks                          defences, pools
    K31   interceptions                         interceptions; striking, one strike of opportunity
    K32   object searches                       searches
    K33   events                                event_cards
    K34   personal skills                       uses
    K35   free skills and spells                windows, uses
    K36   destiny points                        rolls, round, idle_destiny
    K37   victory conditions and scenarios      objectives

The ops of cards are declared in `cards.ops`: `effects` does what is done at once, `modifiers` reads what lasts.
"""
