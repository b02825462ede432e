/**
 * What a figure is told by: a motif for each class, family and summon, drawn by us, hinting at what it does.
 *
 * Each is up to three paths in a square of 44 units around the origin, parted by `|`: what is filled, what is drawn as
 * a line, and what is cut out of both in the colour of the piece.
 */
const ring = (n: number, draw: (angle: number, i: number) => string) => Array.from({ length: n }, (_, i) => draw((i / n) * 2 * Math.PI, i)).join('')
const at = (r: number, angle: number, dx = 0, dy = 0) => `${(dx + r * Math.sin(angle)).toFixed(1)} ${(dy - r * Math.cos(angle)).toFixed(1)}`
const disc = (x: number, y: number, r: number) => `M${x} ${y - r}A${r} ${r} 0 1 1 ${x - 0.01} ${y - r}Z`
const hole = (x: number, y: number, r: number) => `M${x} ${y - r}A${r} ${r} 0 1 0 ${x + 0.01} ${y - r}Z`
const star = (n: number, out: number, inner: number) => `M${ring(n, (a) => `${at(out, a)}L${at(inner, a + Math.PI / n)}L`).slice(0, -1)}Z`
const GEAR = `M${ring(8, (a) => `${at(21, a - 0.17)}L${at(21, a + 0.17)}L${at(15, a + 0.24)}L${at(15, a + 0.55)}L`).slice(0, -1)}Z`
const BEADS = ring(7, (a) => disc(16 * Math.sin(a + 0.45), -3 - 15 * Math.cos(a + 0.45), 5))
const FLAKE = ring(6, (a) => `M0 0L${at(20, a)}M${at(12, a)}L${at(18, a + 0.42)}M${at(12, a)}L${at(18, a - 0.42)}`)
const HELM = 'M-15 21V4C-15-4-8-8 0-8S15-4 15 4V21H5V13H-5V21Z'
const EGG = 'M0-21C9-21 16-6 16 4A16 17 0 0 1-16 4C-16-6-9-21 0-21Z'
const DOLL = `${disc(0, -12, 9)}M-19-2H19V6H8L11 21H3L0 13-3 21H-11L-8 6H-19Z`
const SPIDER = `${disc(0, 4, 8)}${disc(0, -8, 5)}|M-6 0-20-12M-8 4-21 5M-6 9-16 20M6 0 20-12M8 4 21 5M6 9 16 20`
const BALL = `${disc(0, 0, 19)}||M-19 0H19M-12-14C-4-5-4 5-12 14M12-14C4-5 4 5 12 14`

export const MOTIFS: Record<string, string> = {
  // classes
  iop: 'M0-23 6-15V7H-6V-15ZM-14 6H14V12H-14ZM-3 12H3V17H-3ZM0 15.500a4 4 0 1 1-.01 0Z||M0-13V3',
  cra: '|M-9-20C15-15 15 15-9 20M-9-20V20M-21 0H18M10-8 19 0 10 8',
  sram: '|M-18-20 9 9M18-20-9 9M2 15 15 2M-2 15-15 2M10 10 19 19M-10 10-19 19',
  eniripsa: 'M0 20C-28 1-23-18-10-18-4-18 0-13 0-10 0-13 4-18 10-18 23-18 28 1 0 20ZM-3.500-10V-3.500H-10V3.500H-3.500V10H3.500V3.500H10V-3.500H3.500V-10Z',
  enutrof: `M-8-21H8L4-13C15-7 20 3 18 12 16 19 9 21 0 21S-16 19-18 12C-20 3-15-7-4-13Z${hole(0, 5, 7)}`,
  sadida: 'M-16 20C-22-8-6-21 20-20 22 4 8 20-11 14Z||M-17 20 9-9M-3 4V-8M2-2 13 0',
  xelor: 'M-15-21H15V-15C15-7 5-4 3 0 5 4 15 7 15 15V21H-15V15C-15 7-5 4-3 0-5-4-15-7-15-15Z||M-8-14H8M-5 15H5',
  ecaflip: 'M-19-21-8-13H8L19-21 20 2C20 14 10 19 0 19S-20 14-20 2Z||M-11-3-6 0M11-3 6 0M-4 9 0 11 4 9',
  osamodas: `M0-1C8-1 16 8 14 14 12 21 4 18 0 18S-12 21-14 14C-16 8-8-1 0-1Z${disc(-16, -4, 5.5)}${disc(-6, -14, 6)}${disc(6, -14, 6)}${disc(16, -4, 5.5)}`,
  feca: 'M0-22C6-18 12-16 18-16 19 4 13 16 0 22-13 16-19 4-18-16-12-16-6-18 0-22Z||M0-14V14M-12-4H12',
  pandawa: 'M-12-20H12C19-8 19 8 12 20H-12C-19 8-19-8-12-20Z||M-17-9H17M-17 9H17M0-7V7',
  sacrier: 'M0-23C9-10 16-2 16 6A16 15 0 0 1-16 6C-16-2-9-10 0-23Z||M1-12-6 0 5 4-1 16',
  masqueraider: 'M-21-14C-8-20 8-20 21-14 22 4 16 14 8 14 4 14 3 7 0 7S-4 14-8 14C-16 14-22 4-21-14ZM-14-5C-12 0-6 0-2-4-5-9-10-10-14-5ZM14-5C10-10 5-9 2-4 6 0 12 0 14-5Z',
  foggernaut: `${GEAR}${hole(0, 0, 7)}`,
  rogue: 'M-21-13H20V-3H5C4 4-1 6-6 4L-10 17H-20L-14-3H-21Z||M-3-3-2 0',
  eliatrope: '|M0-20A15 20 0 1 1-.01-20M0-9A6 9 0 1 1-.01-9',
  huppermage: `${star(4, 23, 6)}${disc(-14, -14, 4)}${disc(14, -14, 4)}${disc(-14, 14, 4)}${disc(14, 14, 4)}`,
  ouginak: `M-10-4-4-10 10 4 4 10Z${disc(-15, -8, 7)}${disc(-8, -15, 7)}${disc(15, 8, 7)}${disc(8, 15, 7)}`,
  // peoples, orders and monsters
  knight: 'M-16 21V-4C-16-16-8-22 0-22S16-16 16-4V21H5V7H-5V21Z||M-11-3H11M0-19V-8',
  'cloud-knight': `${HELM}M-12-9C-19-9-19-18-11-17-9-24 5-25 6-17 14-19 17-9 10-9Z||M-10 6H10`,
  'drop-knight': `${HELM}M0-25C5-18 7-15 7-12-2-9-5-9-7-12-7-15-5-18 0-25Z||M-10 6H10`,
  'flame-knight': `${HELM}M-10-9C-17-16-9-18-10-25-3-22-3-18-2-16 1-20 0-23-1-26 12-20 15-14 9-9Z||M-10 6H10`,
  'leaf-knight': `${HELM}M-1-9C-14-9-18-15-19-22-8-23-1-17-1-9ZM1-9C1-17 8-23 19-22 18-15 14-9 1-9Z||M-10 6H10`,
  chafer: `M-17-4C-17-15-9-21 0-21S17-15 17-4C17 3 14 6 11 8V19H-11V8C-14 6-17 3-17-4Z${hole(-7, -3, 5)}${hole(7, -3, 5)}M0 3-3 9H3Z||M-4 13V19M4 13V19`,
  dragon: 'M-20 20C-21-5-8-19 20-21 14-15 15-9 20-6 12-5 11 1 15 6 7 5 4 9 6 15-3 10-11 13-20 20Z',
  dreggon: `${EGG}||M-15 3-8-4-3 4 3-4 8 4 15-3`,
  bandit: 'M-20-14C-8-9 8-9 20-14L0 21Z||M-9-3H-8.900M8.900-3H9M0 6H.1',
  kanniball: 'M21-21 16-1 1-16Z|M-19 19 8-8M-20 6-6 20',
  jelly: 'M-21 16C-23 9-17 5-16-4-14-15-7-19 0-19S14-15 16-4C17 5 23 9 21 16Z||M-6-6V-2M6-6V-2M-6 6C-2 9 2 9 6 6',
  monk: `${BEADS}M-3 12H3V15H7V19H3V23H-3V19H-7V15H-3Z`,
  arakna: SPIDER,
  piwate: `${disc(0, -17, 6)}${hole(0, -17, 2)}|M0-11V18M-18 4C-17 14-8 19 0 19S17 14 18 4M-9-4H9`,
  boowolf: 'M-20-22-6-11H6L20-22 18 2 6 21H-6L-18 2Z||M-12-2-6 2M12-2 6 2M-2 14H2',
  bwork: 'M6-21C16-25 25-15 20-7L0 11-11 0Z|M-7 7-18 18',
  terminatot: `M-17-11H17V17H-17Z${hole(-7, 0, 4.5)}${hole(7, 0, 4.5)}M-8 9V13H8V9Z|M0-11V-20M-5-20H5`,
  'king-of-the-robomats': 'M-9-6H9V21H-9ZM-5-15H5V-8H-5Z|M11-17 19-21M12-13H21M11-9 19-5|M-9 2H9M-9 12H9',
  alchemist: 'M-6-22H6V-9L18 14C20 19 17 21 13 21H-13C-17 21-20 19-18 14L-6-9Z||M-10 6H10M-3 13H-2.900M5 14H5.100',
  ghost: `M-16 21V-4C-16-15-8-22 0-22S16-15 16-4V21L11 14 5 21 0 14-5 21-11 14Z${hole(-6, -6, 4)}${hole(6, -6, 4)}`,
  vampire: 'M0-5 5-14 7-6C13-12 19-12 24-8 18-5 18 3 18 10 13 5 10 7 8 12 5 8 2 10 0 18-2 10-5 8-8 12-10 7-13 5-18 10-18 3-18-5-24-8-19-12-13-12-7-6L-5-14Z',
  puddly: '|M-21-11q5-9 10.500 0t10.500 0 10.500 0 10.500 0M-21 2q5-9 10.500 0t10.500 0 10.500 0 10.500 0M-21 15q5-9 10.500 0t10.500 0 10.500 0 10.500 0',
  minotor: 'M-12-7H12L8 20H-8Z|M-9-5C-20-5-22-13-18-21M9-5C20-5 22-13 18-21|M-5 1V4M5 1V4M-3 14H3',
  demon: 'M-21-21C-21-8-15-6-12-4-15 8-10 16 0 22 10 16 15 8 12-4 15-6 21-8 21-21 15-15 9-12 5-12H-5C-9-12-15-15-21-21Z||M-8 0-3 3M8 0 3 3M-4 12H4',
  ogre: 'M-20-14H20C21 10 11 20 0 20S-21 10-20-14Z||M-8-12-6-2-2-12M8-12 6-2 2-12M-8 9H8',
  ninja: 'M0-4 2-23 13-8 4 0 23 2 8 13 0 4-2 23-13 8-4 0-23-2-8-13Z',
  gobball: 'M-8-4H8L5 20H-5Z|M-6-4C-4-18-21-18-21-3-21 7-11 7-11 0M6-4C4-18 21-18 21-3 21 7 11 7 11 0|M-3 4V6M3 4V6',
  tofu: `${disc(-2, 4, 16)}M12-3 24 3 12 8Z${hole(4, 0, 3.5)}|M-2-12V-21M-8-12-12-19|M-12 6C-8 12-3 12 0 9`,
  mushroom: `M-21 0C-21-14-11-21 0-21S21-14 21 0ZM-6 3H6L9 21H-9Z${hole(-8, -8, 4)}${hole(7, -9, 5)}`,
  'soft-oak': 'M0-22C8-24 15-18 14-12 22-10 22 1 15 3 12 8 6 8 4 7L6 21H-6L-4 7C-6 8-12 8-15 3-22 1-22-10-14-12-15-18-8-24 0-22Z',
  ouassingue: 'M-13 0H13L17 21 8 15 0 22-8 15-17 21Z|M0-21V0',
  warden: `|${FLAKE}`,
  hunter: `|M0-15A15 15 0 1 1-.01-15M0-22V-9M0 22V9M-22 0H-9M22 0H9`,
  miner: '|M-17 20 6-5M-9-19C6-20 18-8 19 7',
  villain: `M-23 0C-12-17 12-17 23 0 12 17-12 17-23 0Z${hole(0, 0, 9)}${disc(0, 0, 4)}`,
  // groups that a figure belongs to beside its class
  multiman: 'M5-23-15 4H-2L-7 23 16-6H3Z',
  avenger: star(5, 22, 9.5),
  wild: 'M-13-21H13L18-4 10 21H-10L-18-4Z||M-10-7-4-4M10-7 4-4M-5 10H5M0-19V-12',
  gobbowler: BALL,
  boss: 'M-19 12-22-14-10-3 0-20 10-3 22-14 19 12ZM-19 15H19V20H-19Z',
  bonta: 'M-17 20C-14 0-4-16 20-20 16-2 8 12-10 14Z||M-14 17 8-8',
  // figures that belong to nobody
  hammer: 'M-18-21H18V-5H-18ZM-4-5H4V22H-4Z||M-9-20V-6M9-20V-6',
  skate: 'M-13-21H3V-6C10-4 18-2 18 7H-13Z|M-17 16H15C19 16 21 14 21 11M-7 8V15M9 8V15',
  axe: 'M2-21C14-23 21-15 20 1 12-3 7-3 2 1Z|M-1-22V22|M8-13V-6',
  crow: `M-22 2C-14-9-7-11 0-9 3-20 13-22 18-15L24-11 16-8C17 5 6 14-7 14L-21 22-15 8Z${hole(11, -13, 2.5)}`,
  beetle: `M0-13C10-13 14-4 14 5S8 20 0 20-14 14-14 5-10-13 0-13Z${disc(0, -16, 6)}|M-14 0-21-6M-14 8-22 9M14 0 21-6M14 8 22 9|M0-10V19`,
  sun: `${disc(0, 0, 11)}|${ring(8, (a) => `M${at(16, a)}L${at(21, a)}`)}`,
  moon: 'M8-21A21 21 0 1 0 20 12 17 17 0 0 1 8-21Z',
  scale: 'M0-23 18 0 0 23-18 0Z||M-9-10 0 2 9-10M-9 2 0 14 9 2',
  trunk: 'M-10 21-7 2-20-8-15-13-6-6-8-22H1L2-10 13-20 18-15 7-2 10 21Z||M0 4V14',
  // what is summoned
  bomb: `${disc(-2, 6, 16)}M4-16 12-8 8-4 0-12Z|M10-13C12-21 19-22 21-16|M-11 6C-11 1-8-2-4-3`,
  trap: 'M-21 11H21V18H-21Z|M-18 8-12-12-6 6 0-14 6 6 12-12 18 8',
  turret: 'M-16 21-11-3H11L16 21ZM-14-21H-7V-15H-3V-21H3V-15H7V-21H14V-6H-14Z||M0 6V14',
  harpooner: 'M21-21 17-3 3-17Z|M-20 20 9-9M-8-2-2 8M-17 8-8 17',
  lifesaver: `${disc(0, 0, 21)}${hole(0, 0, 9)}||M-14-14-7-7M14-14 7-7M-14 14-7 7M14 14 7 7`,
  sinistro: 'M-16 21-7-21H7L16 21Z||M0 14 7-13M-10 16H10',
  doll: DOLL,
  'block-doll': `${DOLL}||M-7-12H7M0 2V8`,
  madoll: `${DOLL}||M-5-15-1-11M-1-15-5-11M2-15 6-11M6-15 2-11`,
  'sacrificial-doll': `${DOLL}||M0 8-4 3-2 0 0 2 2 0 4 3Z`,
  rock: 'M-20 13-15-9-3-20 12-15 21 4 15 18-8 20Z||M-3-18 2-4-6 4 3 17',
  flea: `M0-10C12-10 19-3 19 3S10 12 0 12-18 9-18 2-10-10 0-10Z|M-8 12-12 20M2 12V20M11 11 17 20M14-8 20-16|M9-2H9.100`,
  hand: 'M-14 3H14L11 22H-10Z|M-11 3V-11M-4 3V-19M4 3V-20M11 3V-14',
  ball: BALL,
  drill: 'M-17-21H17V-12H-17ZM-14-9H14L0 23Z||M-10-2 10-5M-7 6 6 3',
  lantern: 'M-12-9H12L9 17H-9ZM0-4C-5 2-5 10 0 12 5 10 5 2 0-4ZM-13 17H13V22H-13Z|M-9-10C-9-23 9-23 9-10',
  egg: `${EGG}||M-6-6H-5.900M5 2H5.100M-4 9H-3.900M3-11H3.100`,
  'web-egg': `${EGG}||M-12-10 12 14M12-10-12 14M0-20V20`,
  imp: `${disc(0, 4, 16)}M-14-4-19-22-4-11ZM14-4 19-22 4-11Z||M-7 2V5M7 2V5M-6 12H6`,
  kokonut: `${disc(0, 1, 19)}${hole(-6, -5, 3.5)}${hole(6, -5, 3.5)}${hole(0, 6, 3.5)}`,
  shovel: 'M-12 0H12V8C12 17 5 21 0 23-5 21-12 17-12 8Z|M0 0V-20M-8-20H8',
  hedgehog: 'M-22 14-15 3-20-6-9-7-9-18 1-12 8-20 11-9 21-9 16 1 23 14Z||M8 6H8.100M17 12H17.100',
  scythe: 'M3-22C17-23 24-12 22 2 16-9 8-12-1-11Z|M-12 21 5-20',
  tombstone: 'M-15 21V-6A15 15 0 0 1 15-6V21Z||M0-13V9M-8-5H8',
  hound: 'M-11-16H11L20-22 21 0 13 4 8 20H-8L-13 4-21 0-20-22Z||M-6-5V-1M6-5V-1M-3 12H3',
}

/** A card without a class, or that shows its own: the motif drawn for it. */
const OWN: Record<string, string> = {
  joris: 'hammer',
  'joris-master': 'hammer',
  'joris-swashbuckler': 'hammer',
  'house-rink-keeper': 'skate',
  'house-woodcutter': 'axe',
  krobax: 'crow',
  beelzebug: 'beetle',
  lumino: 'sun',
  shadow: 'moon',
  'darkli-moon': 'moon',
  skale: 'scale',
  trank: 'trunk',
  crobak: 'crow',
  'albino-arachnid': 'arakna',
  atooin: 'egg',
  'venomous-arachnid': 'arakna',
  'arachnee-egg': 'web-egg',
  bubotron: 'sinistro',
  cancane: 'hound',
  crackstone: 'rock',
  fleeflee: 'flea',
  ghoul: 'hand',
  'gobbowl-ball': 'ball',
  'gray-drheller': 'drill',
  'house-lantern': 'lantern',
  'immature-dreggon': 'egg',
  'katars-offspring': 'imp',
  'lemon-jelly': 'jelly',
  'mint-jelly': 'jelly',
  'raspberry-jelly': 'jelly',
  'strawberry-jelly': 'jelly',
  'living-shovel': 'shovel',
  'pink-dragoone': 'dragon',
  prespic: 'hedgehog',
  reaper: 'scythe',
  shushu: 'demon',
  pig: 'dragon',
  rat: 'ninja',
}

/** Told of many classes: one's own class goes before them. */
const GROUPS = new Set(['avenger', 'wild', 'gobbowler', 'boss', 'bonta', 'villain'])

/** The name of the motif of a figure, from the card's id and its types or family as the server tells them. */
export function motifOf(kin: string[]): string {
  const known = kin.map((one) => OWN[one] ?? one).filter((name) => MOTIFS[name])
  return known.find((name) => !GROUPS.has(name)) ?? known[0] ?? 'avenger'
}
