// A stand-in catalogue: enough facts to develop the client. The real one lives in the engine.

const spell = (id, name, range, cost, kind, element, base, extra = {}) => ({
  id, name, text: '', range: { fixed: false, ...range }, cost, kind, element, base, limit: 'none', area: 'none', used: false, ...extra,
})
const keyword = (id, name, text) => ({ id, name, text, keyword: true, source: 'card' })
const own = (id, name, text) => ({ id, name, text, keyword: false, source: 'card' })

export const KEYWORDS = {
  critical: keyword('critical', 'Critical Hit', 'One more die when it rolls for Critical Hit.'),
  armour: keyword('armour', 'Armour', 'One more die when it rolls for Armour.'),
  lock: keyword('lock', 'Lock', 'Two dice instead of one when it rolls for Lock.'),
  dodge: keyword('dodge', 'Dodge', 'Two dice instead of one when it rolls for Dodge.'),
}
const { critical, armour, lock, dodge } = KEYWORDS

export const cards = [
  { id: 'bill-tell', name: 'Bill Tell', colour: 'white', types: ['Cra'], collection: 'Base box', level: 3, initiative: 7, mp: 3, hp: 6, ap: 6,
    spells: [
      spell('plaguing-arrow', 'Plaguing Arrow', { kind: 'target', min: 3, max: 8 }, { ap: 3 }, 'attack', 'air', 1),
      spell('long-shot', 'Long Shot', { kind: 'personal', min: 0, max: 0 }, { ap: 1 }, 'special', null, null, { limit: 'turn', text: '+3 maximum range for its alterable spells this turn; it loses all its MP.' }),
    ], powers: [dodge] },
  { id: 'oscar-kass', name: 'Oscar Kass', colour: 'white', types: ['Sram'], collection: 'Base box', level: 3, initiative: 6, mp: 3, hp: 10, ap: 6,
    spells: [
      spell('con', 'Con', { kind: 'close-combat', min: 1, max: 1, fixed: true }, { ap: 3 }, 'attack', 'water', 1, { text: 'Steals Health.' }),
      spell('deviousness', 'Deviousness', { kind: 'target', min: 2, max: 3 }, { ap: 3 }, 'attack', 'earth', 0, { text: 'Pierce Armour.' }),
    ], powers: [armour] },
  { id: 'queen-of-the-tofus', name: 'Queen of the Tofus', colour: 'gold', types: ['Osamodas'], collection: 'Base box', level: 3, initiative: 8, mp: 4, hp: 8, ap: 6,
    spells: [
      spell('dan-to-fu', 'Dan To Fu', { kind: 'target', min: 1, max: 3 }, { ap: 3 }, 'attack', 'air', 1, { text: '+1 air for each Tofu adjacent to the target.' }),
      spell('summon-tofu', 'Summon Tofu', { kind: 'close-combat', min: 1, max: 1, fixed: true }, { ap: 3 }, 'special', null, null, { summons: 3, text: 'A Tofu appears on the cell.' }),
    ], powers: [critical, dodge] },
  { id: 'lil-healey', name: 'Lil Healey', colour: 'white', types: ['Eniripsa'], collection: 'Base box', level: 3, initiative: 1, mp: 3, hp: 8, ap: 6,
    spells: [
      spell('forbidden-word', 'Forbidden Word', { kind: 'target', min: 2, max: 4 }, { ap: 4 }, 'attack', 'fire', 1, { text: 'Pierce Armour.' }),
      spell('healing-word', 'Healing Word', { kind: 'target', min: 0, max: 3 }, { ap: 3 }, 'heal', null, 1),
    ], powers: [] },
  { id: 'bad-aboum', name: 'Bad Aboum', colour: 'white', types: ['Rogue'], collection: 'Base box', level: 3, initiative: 3, mp: 3, hp: 9, ap: 6,
    spells: [
      spell('retreat-shot', 'Retreat Shot', { kind: 'line', min: 1, max: 3 }, { ap: 3 }, 'attack', 'water', 1, { text: 'Retreat 1.' }),
      spell('water-bomb-throw', 'Water Bomb Throw', { kind: 'no-line-of-sight', min: 1, max: 3, fixed: true }, { ap: 3 }, 'special', null, null, { summons: 2, text: 'A Water Bomb appears on the cell.' }),
    ], powers: [lock, dodge] },
  { id: 'kassius-kaos', name: 'Kassius Kaos', colour: 'white', types: ['Masqueraider'], collection: 'Base box', level: 3, initiative: 4, mp: 3, hp: 9, ap: 6,
    spells: [
      spell('irritating-sting', 'Irritating Sting', { kind: 'target', min: 1, max: 5 }, { ap: 5 }, 'attack', 'fire', 1),
      spell('puff', 'Puff', { kind: 'line', min: 1, max: 3, fixed: true }, { ap: 1 }, 'attack', 'air', 3, { limit: 'game', text: 'Push Back 3.' }),
    ], powers: [critical] },
  { id: 'anna-tommy', name: 'Anna Tommy', colour: 'white', types: ['Sacrier'], collection: 'Base box', level: 3, initiative: 9, mp: 3, hp: 12, ap: 6,
    spells: [
      spell('assault', 'Assault', { kind: 'line', min: 1, max: 2, fixed: true }, { ap: 3 }, 'attack', 'earth', 1, { text: 'Replace: changes places with a character it targets.' }),
      spell('transposition', 'Transposition', { kind: 'target', min: 1, max: 3, fixed: true }, { ap: 3 }, 'special', null, null, { text: 'Changes places with an allied target.' }),
    ], powers: [] },
  { id: 'king-of-the-gobballs', name: 'King of the Gobballs', colour: 'gold', types: ['Osamodas'], collection: 'Base box', level: 3, initiative: 2, mp: 3, hp: 10, ap: 7,
    spells: [
      spell('gobbolob', 'Gobbolob', { kind: 'close-combat', min: 1, max: 1, fixed: true }, { ap: 3 }, 'attack', 'earth', 1, { text: '+2 earth when a Gobball is adjacent to the target.' }),
      spell('summon-gobball', 'Summon Gobball', { kind: 'close-combat', min: 1, max: 1, fixed: true }, { ap: 4 }, 'special', null, null, { summons: 1, text: 'A Gobball appears on the cell.' }),
    ], powers: [armour, lock] },
  { id: 'merkator', name: 'Merkator', colour: 'gold', types: ['Foggernaut', 'Villain', 'Boss'], collection: 'Season 1', level: 6, initiative: 2, mp: 3, hp: 17, ap: 8,
    spells: [
      spell('pulverisation', 'Pulverisation', { kind: 'close-combat', min: 1, max: 1, fixed: true }, { ap: 5 }, 'attack', 'air', 3, { area: 'shovel', text: '−1 MP. Retreat 1.' }),
      spell('steamtrooper', 'Steamtrooper', { kind: 'target', min: 2, max: 3 }, { ap: 3, injuries: 1 }, 'attack', 'water', 1, { area: 'cross', text: 'Pierce Armour.' }),
      spell('foggone-conclusion', 'Foggone Conclusion', { kind: 'personal', min: 0, max: 0 }, { ap: 2 }, 'heal', null, 1, { limit: 'turn' }),
      spell('button-snap', 'Button Snap', { kind: 'personal', min: 0, max: 0 }, { ap: 0, injuries: 5 }, 'special', null, null, { limit: 'game', text: '+1 MP, +4 AP. Its air and water attacks deal one more this turn.' }),
    ], powers: [own('krobust', 'Krobust', 'A spell can neither injure nor heal it by more than 3 at a time.')] },
]

export const arenas = [
  { id: 'elemental', name: 'Elemental Arena', rows: ['.s..sss1.s.s', 's2s..TD.s2s.', '.sB1..1BB.1.', '1.TD..2CD.s.', 's..CT...1.Ts', 'sD.B1DD...s.', '.s...DD1B.Ds', 'sT.1...TC..s', '.s.DC2..DT.1', '.1.BB1..1Bs.', '.s2s.DT..s2s', 's.s.1sss..s.'] },
  { id: 'pit', name: 'The Pit', rows: ['.s.s..T1s.s.', 'ssD..s2sT.ss', '...C1B..B.D.', 'sBT.1.1..2.s', '1s...D..1C..', 'B1.1.22D.Ts.', '.sT.D22.1.1B', '..C1..D...s1', 's.2..1.1.TBs', '.D.B..B1C...', 'ss.Ts2s..Dss', '.s.s1T..s.s.'] },
  { id: 'bonta-1', name: 'Bonta I', rows: ['ss.s1ss..sss', '.1.sB.s1.B.1', 's.1.D..B.1.1', '.s.T..1.D.2.', 's1BC1..1.CTs', '.s.1.DT..1.s', 's.1..TD.1.s.', 'sTC.1..1CB1s', '.2.D.1..T.s.', '1.1.B..D.1.s', '1.B.1s.Bs.1.', 'sss..ss1s.ss'] },
]

export const teams = [
  { id: 'archers', name: 'Arrows and words', cards: ['bill-tell', 'oscar-kass', 'queen-of-the-tofus', 'lil-healey'] },
  { id: 'bombers', name: 'Bombs and blades', cards: ['anna-tommy', 'kassius-kaos', 'bad-aboum', 'king-of-the-gobballs'] },
  { id: 'steam', name: 'Steam', cards: ['merkator', 'queen-of-the-tofus', 'oscar-kass'] },
]

export const rewards = [
  { id: 'aero-boost', name: 'Aero Boost', text: 'The next spell, if it is an Air spell, deals 2 more.', rank: 'granite', kind: 'boost', slot: null },
  { id: 'oak-skin', name: 'Oak Skin', text: 'Armour and Lock until its next turn.', rank: 'granite', kind: 'buff', slot: null },
  { id: 'long-boots', name: 'Long Boots', text: '+1 MP.', rank: 'jade', kind: 'equipment', slot: 'trophy' },
  { id: 'iron-fist', name: 'Iron Fist', text: 'Punch pushes back 1 and costs 1 AP less.', rank: 'jade', kind: 'equipment', slot: 'technique' },
  { id: 'prespic-set', name: 'Prespic Set', text: '+6 HP and Counter.', rank: 'silver', kind: 'equipment', slot: 'set' },
]

export const options = [{ id: 'turn_dice', name: 'Turning dice', values: ['auto', 'ask'], default: 'auto', clause: '1.6.2', releases: [{ release: '2.7', values: ['auto', 'ask'], default: 'auto', clause: '1.6.2' }] }]
const duel = { players: 2, partners: false, team: [3, 8], arenas: arenas.map((arena) => arena.id) }
/** The mock only plays duels; the real server has tables for four as well. */
const formats = [
  { ...duel, id: 'constructed', name: 'Constructed', text: 'A duel between teams of level 12' },
  { ...duel, id: 'limited', name: 'Limited', text: 'A duel between teams of up to level 12' },
]

export const catalogue = { cards, arenas, teams: teams.map((team) => ({ ...team, formats: ['constructed', 'limited'] })), rewards, options, formats, releases: [{ id: '2.7', name: 'Release 2.7', text: '', formats }], agents: [{ id: 'greedy', about: '', settings: [] }, { id: 'random', about: '', settings: [] }] }

export const punch = spell('punch', 'Punch', { kind: 'close-combat', min: 1, max: 1, fixed: true }, { ap: 5 }, 'attack', 'neutral', 1, { limit: 'turn' })
export const tofu = { id: 'tofu', name: 'Tofu', hp: 1, mp: 5, ap: 4, family: 'tofu', spells: [spell('kiss', 'Kiss', { kind: 'close-combat', min: 1, max: 1, fixed: true }, { ap: 4 }, 'attack', 'air', 0)], powers: [keyword('itty-bitty', 'Itty-Bitty', 'Not affected by the Block rules.')] }
export const bomb = { id: 'water-bomb', name: 'Water Bomb', hp: 1, mp: null, ap: null, family: 'bomb', spells: [spell('explosion', 'Explosion', { kind: 'personal', min: 0, max: 0, fixed: true }, { ap: '-' }, 'attack', 'water', 2, { area: 'square' })], powers: [keyword('wear', 'Wear', 'Suffers 1 Injury at the beginning of its summoner’s turn.')] }

export const clauses = {
  '7.1.6': { paraphrase: 'A spell needs a line of sight from the cell of its caster to the cell it targets.', notes: 'A spell without Line of Sight ignores this.' },
  '4.14.1': { paraphrase: 'Leaving a cell next to enemies for 1 MP lets each adjacent enemy character try to lock the one who leaves.', notes: '' },
}
