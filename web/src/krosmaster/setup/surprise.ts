import { drawTeam } from '../../state/api'
import { botsOf, playerNameOf } from '../../setup/bots'
import type { Draft } from './draft.svelte'

const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)]

/** Teams out of all figures, a bot for every seat of one, and an arena, all by chance. `seats` are those that are drawn for;
 * where a series goes on its bots stay. */
export async function surprise(setup: Draft, seats = setup.seats, keepsBots = false) {
  const teams = await Promise.all(seats.map((seat) => drawTeam(seat.drawing([], null))))
  const bots = botsOf(setup.catalogue.agents)
  seats.forEach((seat, i) => {
    seat.lend(teams[i]?.cards ?? [])
    if (keepsBots || !bots.includes(seat.agent)) return
    const isGiven = bots.some((one) => playerNameOf(one) === seat.name)
    seat.agent = oneOf(bots) ?? seat.agent
    if (isGiven) seat.name = seat.given = playerNameOf(seat.agent)
  })
  setup.arena = oneOf(setup.arenas)?.id ?? setup.arena
}
