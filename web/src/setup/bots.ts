/** The bots there are to choose from, and what they are called: the six levels first, then the others. */
import type { AgentLine } from '../protocol'
import { t } from '../state/settings.svelte'

export const USUAL_BOT = 'level:3'
const LEVEL = 'level'

/** every bot as it is asked for: `level:1` to `level:6`, then all others by their names */
export function botsOf(agents: AgentLine[]): string[] {
  const level = agents.find(({ id }) => id === LEVEL)?.settings.find(({ name }) => name === LEVEL)
  const levels = level ? Array.from({ length: level.most - level.least + 1 }, (_, i) => `${LEVEL}:${level.least + i}`) : []
  return [...levels, ...agents.map(({ id }) => id).filter((id) => id !== LEVEL)]
}

/** the number of a level, from 1; 0 for any other agent */
export const levelOf = (agent: string): number => (agent.startsWith(`${LEVEL}:`) ? Number(agent.slice(LEVEL.length + 1)) : 0)

/** what an agent is called, and in a sentence how it plays */
export function agentName(agent: string): string {
  const level = levelOf(agent)
  return level ? (t().botLevels[level - 1]?.name ?? agent) : (t().agents[agent] ?? agent)
}
/** the same with the number of a level, as a list of bots has it */
export const botLabel = (agent: string): string => (levelOf(agent) ? `${levelOf(agent)} · ${agentName(agent)}` : agentName(agent))
export function agentHint(agent: string): string {
  const level = levelOf(agent)
  return level ? (t().botLevels[level - 1]?.hint ?? '') : (t().agentHints[agent] ?? '')
}

/** the name of whoever plays as an agent, and of one of several */
export const playerNameOf = (agent: string): string => (levelOf(agent) ? agentName(agent) : (t().playerNames[agent] ?? agentName(agent)))
export const numberedNameOf = (agent: string, n: number): string => t().numberedNames[agent]?.(n) ?? t().numberedBot(agentName(agent), n)
