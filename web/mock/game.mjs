// A make-believe game for developing the client: it looks like the real thing and keeps no rule faithfully.
import { arenas, bomb, cards, punch, rewards, tofu } from './fixture.mjs'

const KIND = { T: 'tree', B: 'bush', C: 'crate', D: 'demon', '~': 'rink', I: 'cube' }
const FACES = ['critical', 'armour', 'lock', 'dodge', 'critical_dodge', 'dofus']
const name = (x, y) => `${'abcdefghijkl'[x]}${y + 1}`
const point = (cell) => ['abcdefghijkl'.indexOf(cell[0]), Number(cell.slice(1)) - 1]
const distance = (a, b) => { const [p, q] = point(a), [r, s] = point(b); return Math.abs(p - r) + Math.abs(q - s) }
const around = (cell) => { const [x, y] = point(cell); return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].filter(([u, v]) => u >= 0 && v >= 0 && u < 12 && v < 12).map(([u, v]) => name(u, v)) }
const roll = (n = 1) => Array.from({ length: n }, () => FACES[Math.floor(Math.random() * 6)])
const other = (seat) => (seat === 'p1' ? 'p2' : 'p1')

export class Game {
  constructor(id, setup) {
    Object.assign(this, { id, setup, version: 0, listeners: new Set(), events: [], over: null, wild: 1, standby: [], number: 1, player: 'p1', unit: null, phase: 'setup', dice: null })
    const arena = arenas.find((a) => a.id === setup.arena) ?? arenas[0]
    this.cells = {}
    arena.rows.forEach((row, r) => [...row].forEach((c, x) => {
      const y = 11 - r
      this.cells[name(x, y)] = { kind: KIND[c] ?? 'free', setup: c !== 's' ? [] : y < 2 ? ['p1'] : y > 9 ? ['p2'] : [], kamas: c === 'D' ? 1 : Number(c) || 0 }
    }))
    this.players = {}
    this.units = []
    setup.players.forEach((p, i) => {
      const seat = i ? 'p2' : 'p1'
      this.players[seat] = { name: p.name, agent: p.agent, gg: 6, kamas: 0, timeline: [] }
      for (const cardId of p.cards) {
        const card = cards.find((c) => c.id === cardId)
        const short = cardId.split('-')[0]
        const unit = { id: this.units.some((u) => u.id === short) ? `${short}-2` : short, card: cardId, name: card.name, owner: seat, kind: 'krosmaster', family: null, level: card.level, initiative: card.initiative, at: '', ko: false, injuries: 0, hp: card.hp, ap: 0, mp: 0, max_ap: card.ap, max_mp: card.mp, ap_markers: 0, mp_markers: 0, range_markers: 0, has_ap: true, has_mp: true, types: card.types, summoner: null, inspiration: [], powers: [...card.powers], spells: structuredClone([...card.spells, punch]), rewards: [], played: false }
        this.units.push(unit)
      }
      this.players[seat].timeline = this.units.filter((u) => u.owner === seat).sort((a, b) => b.initiative - a.initiative).map((u) => u.id)
    })
    const up = (r, n) => ({ ...rewards.find((x) => x.rank === r), n })
    this.piles = ['granite', 'jade', 'silver'].flatMap((rank, i) => [1, 2].map((pile) => ({ rank, pile, closed: pile === 1 ? 9 : 10, price: 3 * (i + 1), up: pile === 1 ? up(rank) : null })))
    this.ask = { kind: 'deployment', seat: 'p1' }
  }

  get(id) { return this.units.find((u) => u.id === id) }
  on(cell) { return this.units.find((u) => u.at === cell && !u.ko) }
  event(kind, sentence, more = {}) { this.events.push({ n: this.events.length + 1, kind, sentence, clause: null, ...more }) }
  free(cell) { return !['tree', 'bush'].includes(this.cells[cell].kind) && !this.on(cell) }

  summon(token, owner, summoner, at) {
    const n = this.units.filter((u) => u.card === token.id).length + 1
    const unit = { id: `${token.id}-${n}`, card: token.id, name: token.name, owner, kind: token.mp === null ? 'mechanism' : 'mob', family: token.family, level: null, at, ko: false, injuries: 0, hp: token.hp, ap: 0, mp: 0, max_ap: token.ap, max_mp: token.mp, ap_markers: 0, mp_markers: 0, range_markers: 0, has_ap: token.ap !== null, has_mp: token.mp !== null, types: [token.family], summoner, inspiration: [], powers: token.powers, spells: structuredClone(token.spells), rewards: [], played: false }
    this.units.push(unit)
    const line = this.players[owner].timeline
    line.splice(line.indexOf(summoner) + 1, 0, unit.id)
    return unit
  }

  deploy(seat) {
    const spots = Object.keys(this.cells).filter((c) => this.cells[c].setup.includes(seat) && this.free(c))
    for (const u of this.units.filter((v) => v.owner === seat && !v.at)) u.at = spots.splice(Math.floor(spots.length / 2), 1)[0]
  }

  hiddenBy(from, to) {
    const [x0, y0] = point(from), [x1, y1] = point(to)
    const steps = 40
    for (let i = 1; i < steps; i++) {
      const c = name(Math.round(x0 + ((x1 - x0) * i) / steps), Math.round(y0 + ((y1 - y0) * i) / steps))
      if (c !== from && c !== to && (this.cells[c].kind === 'tree' || this.on(c)?.kind === 'krosmaster')) return c
    }
    return null
  }

  hints() {
    const u = this.get(this.unit)
    const reach = [], seen = new Map([[u.at, []]]), queue = [u.at]
    while (queue.length) {
      const cell = queue.shift(), path = seen.get(cell)
      if (path.length === u.mp) continue
      for (const next of around(cell)) if (this.free(next) && !seen.has(next)) { seen.set(next, [...path, next]); queue.push(next) }
    }
    for (const [cell, path] of seen) {
      if (!path.length) continue
      const lockers = [u.at, ...path.slice(0, -1)].flatMap(around).map((c) => this.on(c)).filter((e) => e && e.owner !== u.owner && e.has_mp).map((e) => e.id)
      reach.push({ cell, mp: path.length, path, lockers: [...new Set(lockers)] })
    }
    const spells = {}
    for (const s of u.spells) {
      const range = Object.keys(this.cells).filter((c) => {
        const d = distance(u.at, c), [x, y] = point(c), [v, w] = point(u.at)
        return d >= s.range.min && d <= s.range.max && (s.range.kind !== 'line' || x === v || y === w) && this.cells[c].kind !== 'tree'
      })
      const hidden = {}
      if (['target', 'line'].includes(s.range.kind)) for (const c of range) { const b = this.hiddenBy(u.at, c); if (b) hidden[c] = b }
      const why = s.used ? `${s.name} has already been cast this turn.` : u.ap < Number(s.cost.ap || 0) ? `${s.name} costs ${s.cost.ap} AP; ${u.name} has ${u.ap}.` : null
      spells[s.id] = { cells: why ? [] : range.filter((c) => !hidden[c] && !['bush'].includes(this.cells[c].kind)), range, hidden, why, clauses: why ? [s.used ? '7.1.3.a' : '7.1.4.a'] : [] }
    }
    return { reach, spells }
  }

  decision() {
    if (this.over) return null
    const { kind, seat } = this.ask
    const options = []
    const add = (line, label, more = {}) => options.push({ do: line, verb: line.split(' ')[0], label, ...more })
    const base = { kind, seat, options, prompt: '', hints: {} }
    if (kind === 'deployment') {
      base.prompt = 'Place your figures on your starting cells.'
      for (const u of this.units.filter((v) => v.owner === seat && !v.at)) for (const c of Object.keys(this.cells)) if (this.cells[c].setup.includes(seat) && this.free(c)) add(`deploy ${u.id} ${c}`, `${u.name} on ${c}`, { unit: u.id, cell: c })
    } else if (kind === 'tension') {
      base.prompt = 'Keep the tension dice, or reroll a single die?'
      base.dice = this.dice
      add('keep', 'Keep both dice'); add('reroll', 'Reroll with one die')
    } else if (kind === 'faces') {
      base.prompt = 'To which faces do you turn the dice?'
      base.dice = this.dice
      for (const f of ['critical', 'armour', 'lock', 'dodge']) add(`faces ${f} lock`, `${f} and lock`, { faces: [f, 'lock'] })
    } else if (kind === 'inspiration') {
      base.prompt = 'Put Inspiration Dice on your Krosmasters, or keep them for the refund.'
      base.dice = this.dice
      for (const f of new Set(this.dice)) for (const u of this.units.filter((v) => v.owner === seat && v.kind === 'krosmaster' && !v.ko)) add(`inspire ${u.id} ${f}`, `${u.name} gains ${f}`, { unit: u.id, face: f })
      add('done', 'Keep the rest: 1 or 3 kamas')
    } else if (kind === 'locker') {
      base.prompt = 'Which adjacent enemy rolls for Lock first?'
      base.unit = this.unit
      for (const c of around(this.get(this.unit).at)) { const e = this.on(c); if (e && e.owner !== seat) add(`locker ${e.id}`, `${e.name} rolls for Lock`, { unit: e.id, cell: c }) }
    } else if (kind === 'standby') {
      base.prompt = 'Which effect on standby is resolved next?'
      this.standby.forEach((s) => add(`resolve ${s.n}`, s.text, { unit: s.unit, cell: this.get(s.unit)?.at }))
    } else if (kind === 'allocation') {
      base.prompt = 'To which Krosmaster do you give Prespic Set?'
      for (const u of this.units.filter((v) => v.owner === seat && v.kind === 'krosmaster' && !v.ko)) add(`give ${u.id}`, `Give it to ${u.name}`, { unit: u.id, cell: u.at })
    } else if (kind === 'choice') {
      base.prompt = 'Where does the Retreat of 1 end?'
      for (const c of around(this.get(this.unit).at)) if (this.free(c)) add(`choose ${c}`, `Retreat to ${c}`, { cell: c })
      add('choose none', 'Stay')
    } else {
      const u = this.get(this.unit)
      base.hints = this.hints()
      base.prompt = `${u.name}: move, cast, collect, buy, or end the activation.`
      for (const r of base.hints.reach) if (r.mp === 1) add(`move ${r.cell}`, `Move to ${r.cell}`, { unit: u.id, cell: r.cell, cost: { mp: 1 } })
      for (const [id, h] of Object.entries(base.hints.spells)) for (const c of h.cells) add(`cast ${id} ${c}`, `Cast ${id} at ${c}`, { unit: u.id, spell: id, cell: c, cost: u.spells.find((s) => s.id === id).cost })
      if (this.cells[u.at].kamas && u.ap) add('collect', 'Collect 1 kama', { cell: u.at, cost: { ap: 1 } })
      if (this.cells[u.at].kind === 'demon' && u.ap) {
        if (this.players[seat].kamas >= 12) add('buy gg', 'Buy 1 GG', { cost: { ap: 1, kamas: 12 } })
        for (const p of this.piles) if (p.price <= this.players[seat].kamas) { if (p.up) add(`buy ${p.rank} ${p.pile} up`, `Buy ${p.up.name}`, { cost: { ap: 1, kamas: p.price } }); add(`buy ${p.rank} ${p.pile} down`, `Buy a face-down ${p.rank} reward`, { cost: { ap: 1, kamas: p.price } }) }
      }
      for (const r of u.rewards) if (r.face === 'down' && r.id) add(`reveal ${r.id}`, `Reveal ${r.name}`, { unit: u.id, reward: r.id })
      add('end', `End ${u.name}’s activation`)
    }
    return base
  }

  view() {
    const seat = this.ask?.seat ?? 'p1'
    const viewer = this.players[seat].agent === 'human' ? seat : 'p1'
    const units = structuredClone(this.units)
    for (const u of units) if (u.owner !== viewer) u.rewards = u.rewards.map((r) => (r.face === 'down' ? { id: null, name: null, text: null, face: 'down', rank: null, kind: null, slot: null } : r))
    return { game: 'krosmaster', release: '2.7', format: 'constructed', version: this.version, viewer, board: { width: 12, height: 12, cells: this.cells }, players: this.players, wild_gg: this.wild, turn: { number: this.number, player: this.player, unit: this.unit, phase: this.phase }, units, piles: this.piles, standby: this.standby.map(({ n, text }) => ({ n, text })), over: this.over }
  }

  why(line) {
    const [verb, a, b] = line.split(' ')
    const option = this.decision()?.options.find((o) => o.do === line)
    const no = (clauses, sentence) => ({ type: 'why', do: line, legal: false, conditions: [{ clauses, sentence, holds: false, facts: {} }], odds: [], area: [], targets: [] })
    if (verb === 'cast') {
      const h = this.hints().spells[a], s = this.get(this.unit).spells.find((x) => x.id === a)
      if (!h) return no(['7.1.1'], 'There is no such spell on this card.')
      if (h.why) return no(h.clauses, h.why)
      if (!h.range.includes(b)) return no(['7.1.5'], `${s.name} reaches ${s.range.min} to ${s.range.max} cells; ${b} is ${distance(this.get(this.unit).at, b)} away.`)
      if (h.hidden[b]) return no(['7.1.6', '4.15.9.a'], `There is no line of sight to ${b}: ${this.on(h.hidden[b])?.name ?? `the tree on ${h.hidden[b]}`} is in the way.`)
      if (!option) return no(['7.1.2'], `${b} cannot be targeted.`)
      const area = s.area === 'cross' ? [b, ...around(b)] : s.area === 'square' ? [b] : [b]
      const targets = area.map((c) => this.on(c)).filter(Boolean).map((u) => u.id)
      const odds = s.kind === 'attack' && targets.length ? [{ text: `${this.get(targets[0]).name} suffers no Injury`, probability: '1/9', percent: 11.1 }, { text: `${this.get(targets[0]).name} suffers 1 Injury`, probability: '5/9', percent: 55.6 }, { text: `${this.get(targets[0]).name} suffers 2 Injuries`, probability: '1/3', percent: 33.3 }] : []
      return { type: 'why', do: line, legal: true, conditions: [{ clauses: ['7.1.5'], sentence: `${b} is in range.`, holds: true, facts: {} }, { clauses: ['7.1.6'], sentence: 'The line of sight is clear.', holds: true, facts: {} }, { clauses: ['7.1.4.a'], sentence: `${s.cost.ap} AP can be paid.`, holds: true, facts: {} }], odds, area, targets }
    }
    if (!option) {
      if (verb === 'move') {
        const u = this.get(this.unit)
        if (['tree', 'bush'].includes(this.cells[a]?.kind)) return no(['4.17.3'], `A ${this.cells[a].kind} stands on ${a}: only a free cell can be entered.`)
        if (this.on(a)) return no(['4.17.3'], `${this.on(a).name} stands on ${a}: only a free cell can be entered.`)
        return no(['6.3.2'], u?.mp ? `${a} is farther than ${u.mp} MP allow.` : `${u?.name} has no MP left.`)
      }
      if (verb === 'deploy') return no(['1.3.9'], `${b} is not one of your starting cells.`)
      return no(['6.3.1'], 'This is not possible now.')
    }
    return { type: 'why', do: line, legal: true, conditions: [], odds: [], area: [], targets: [] }
  }

  answer(line) {
    const option = this.decision()?.options.find((o) => o.do === line)
    if (!option) { const c = this.why(line).conditions[0]; return { type: 'refused', do: line, refusal: { kind: 'illegal', clauses: c?.clauses ?? [], sentence: c?.sentence ?? 'No.', facts: {} } } }
    const [verb, a, b] = line.split(' ')
    const seat = this.ask.seat, u = this.get(this.unit), player = this.players[seat]
    this.version++
    if (verb === 'deploy') {
      this.get(a).at = b
      this.event('deployed', `${this.get(a).name} is placed on ${b}.`, { clause: '1.3.9', seat, unit: a, to: b })
      if (!this.units.some((v) => v.owner === seat && !v.at)) {
        if (seat === 'p1' && this.players.p2.agent === 'human') this.ask = { kind: 'deployment', seat: 'p2' }
        else { this.deploy('p2'); this.begin('p1') }
      }
    } else if (verb === 'keep' || verb === 'reroll' || verb === 'faces') {
      if (verb === 'faces') this.dice = [a, b]
      if (verb === 'reroll') { this.dice = roll(1); this.event('tension', 'Reroll: a single die.', { clause: '5.2.2', seat, dice: this.dice }) }
      this.dice = this.dice.map((f) => (f === 'dofus' ? 'armour' : f === 'critical_dodge' ? 'dodge' : f))
      this.phase = 'inspiration'; this.ask = { kind: 'inspiration', seat }
    } else if (verb === 'inspire') {
      this.dice.splice(this.dice.indexOf(b), 1)
      this.get(a).inspiration.push(b)
      this.event('inspired', `${this.get(a).name} receives a die on ${b}.`, { clause: '5.3.1', seat, unit: a })
      if (!this.dice.length) this.activate(player.timeline.find((id) => !this.get(id).ko && this.get(id).has_mp))
    } else if (verb === 'done') {
      player.kamas += this.dice.length === 2 ? 3 : 1
      this.event('refund', `${player.name} takes kamas for the dice left.`, { clause: '5.4.1', seat, x: 1 })
      this.activate(player.timeline.find((id) => !this.get(id).ko && this.get(id).has_mp))
    } else if (verb === 'move') {
      const locker = around(u.at).map((c) => this.on(c)).find((e) => e && e.owner !== u.owner && e.has_mp)
      if (locker) this.event('lock-roll', `${locker.name} rolls for Lock.`, { clause: '4.14.2.b', seat: locker.owner, unit: locker.id, dice: roll(1) })
      if (locker) this.event('dodge-roll', `${u.name} rolls for Dodge.`, { clause: '4.14.2.c', seat, unit: u.id, dice: roll(2) })
      this.event('moved', `${u.name} moves to ${a}.`, { clause: '6.3.2', seat, unit: u.id, from: u.at, to: a })
      u.at = a; u.mp--
    } else if (verb === 'collect') {
      this.cells[u.at].kamas--; player.kamas++; u.ap--
      this.event('kama', `${u.name} collects a kama.`, { clause: '6.3.3', seat, unit: u.id, cell: u.at, x: 1 })
    } else if (verb === 'buy') {
      player.kamas -= option.cost.kamas; u.ap--
      if (a === 'gg') { player.gg++; this.wild ? this.wild-- : this.players[other(seat)].gg--; this.event('gg', `${player.name} takes a Gallon of Glory.`, { clause: '4.6.3', seat, unit: u.id, x: 1 }) }
      else { this.ask = { kind: 'allocation', seat } ; this.event('bought', `${player.name} buys a reward.`, { clause: '4.7.6', seat }) }
    } else if (verb === 'give') {
      this.get(a).rewards.push({ ...rewards[4], face: 'down' }); this.event('allocated', `${this.get(a).name} receives a Demonic Reward.`, { clause: '4.7.8', seat, unit: a }); this.ask = { kind: 'activation', seat }
    } else if (verb === 'reveal') {
      u.rewards.find((r) => r.id === a).face = 'up'; this.event('revealed', `${u.name} reveals ${option.label}.`, { clause: '4.7.10', seat, unit: u.id })
    } else if (verb === 'resolve') {
      this.standby = this.standby.filter((s) => s.n !== Number(a)); this.event('resolved', `Resolved: ${option.label}`, { clause: '7.2.9.a', seat, unit: option.unit })
      if (!this.standby.length) this.ask = { kind: 'activation', seat }
    } else if (verb === 'locker' || verb === 'choose') {
      this.event('chosen', `${option.label}.`, { seat, unit: option.unit, dice: verb === 'locker' ? roll(1) : null, clause: '4.14.2.b' }); this.ask = { kind: 'activation', seat }
    } else if (verb === 'cast') this.cast(u, u.spells.find((s) => s.id === a), b, seat)
    else if (verb === 'end') this.endTurn(u, seat)
    this.broadcast()
    return null
  }

  cast(u, s, cell, seat) {
    u.ap -= Number(s.cost.ap) || 0
    if (s.limit !== 'none') s.used = true
    const target = this.on(cell)
    this.event('cast', `${u.name} casts ${s.name} at ${cell}.`, { clause: '7.2.1', seat, unit: u.id, target: target?.id, cell })
    if (s.id === 'summon-tofu') { const t = this.summon(tofu, seat, u.id, cell); this.event('summoned', 'A Tofu appears.', { clause: '4.19.1', seat, unit: t.id, to: cell }) }
    if (s.id === 'water-bomb-throw') { const t = this.summon(bomb, seat, u.id, cell); this.event('summoned', 'A Water Bomb appears.', { clause: '4.19.1', seat, unit: t.id, to: cell }) }
    if (s.kind === 'attack' && target) {
      this.event('critical-roll', `${u.name} rolls for Critical Hit.`, { clause: '7.2.5', seat, unit: u.id, dice: roll(2) })
      this.event('armour-roll', `${target.name} rolls for Armour.`, { clause: '7.2.6', seat: target.owner, unit: target.id, dice: roll(1) })
      const x = 1 + Math.floor(Math.random() * 2)
      target.injuries = Math.min(target.hp, target.injuries + x)
      this.event('injuries', `${target.name} suffers ${x} ${x > 1 ? 'Injuries' : 'Injury'}.`, { clause: '7.2.8', seat, unit: u.id, target: target.id, x })
      if (target.injuries >= target.hp) {
        target.ko = true; target.at = ''
        this.event('ko', `${target.name} is KO’d.`, { clause: '4.10.2.a', seat, target: target.id })
        const n = target.level ?? 0
        this.players[seat].gg += n; this.players[other(seat)].gg = Math.max(0, this.players[other(seat)].gg - n + this.wild); this.wild = 0
        if (!this.players[other(seat)].gg) this.finish(seat)
      }
    }
    if (s.kind === 'heal' && target) { const x = Math.min(1, target.injuries); target.injuries -= x; this.event('healed', `${target.name} is healed of ${x} Injury.`, { clause: '7.3.2.b', seat, unit: u.id, target: target.id, x }) }
  }

  finish(seat) { this.over = { winner: seat, winners: [seat], reason: `${this.players[seat].name} is the only player who still has a Gallon of Glory.`, clause: '1.4.1' }; this.event('over', this.over.reason, { clause: '1.4.1', seat }) }

  begin(seat, { tension = this.number > 1 || seat === 'p2' } = {}) {
    this.player = seat
    for (const u of this.units) if (u.owner === seat) { u.played = false; u.inspiration = []; u.spells.forEach((s) => { if (s.limit === 'turn') s.used = false }) }
    this.event('turn', `Turn ${this.number}: ${this.players[seat].name}.`, { clause: '5.1.1', seat })
    if (this.players[seat].agent !== 'human') return this.botTurn(seat)
    if (!tension) return this.activate(this.players[seat].timeline[0])
    this.dice = roll(2); this.phase = 'tension'; this.unit = null; this.ask = { kind: 'tension', seat }
    this.event('tension', `${this.players[seat].name} rolls for Tension.`, { clause: '5.2.1', seat, dice: this.dice })
  }

  activate(id) {
    const u = this.get(id)
    this.unit = id; this.phase = 'activation'; u.ap = u.max_ap; u.mp = u.max_mp + u.mp_markers; u.ap_markers = 0; u.mp_markers = 0
    this.event('activated', `${u.name} is the active unit.`, { clause: '6.1.1', seat: u.owner, unit: id })
    this.ask = { kind: 'activation', seat: u.owner }
  }

  endTurn(u, seat) {
    u.ap = 0; u.mp = 0; u.played = true
    this.event('ended', `${u.name} ends the activation.`, { clause: '6.3.8', seat, unit: u.id })
    const line = this.players[seat].timeline
    const next = line.slice(line.indexOf(u.id) + 1).find((id) => !this.get(id).ko && this.get(id).has_mp)
    if (next) return this.activate(next)
    if (seat === 'p2') this.number++
    this.begin(other(seat))
  }

  botTurn(seat) {
    for (const id of this.players[seat].timeline) {
      const u = this.get(id)
      if (u.ko || !u.has_mp) continue
      this.activate(id)
      for (let i = 0; i < u.max_mp; i++) {
        const next = around(u.at).filter((c) => this.free(c)).sort((p, q) => point(p)[1] - point(q)[1])[0]
        if (next) { this.event('moved', `${u.name} moves to ${next}.`, { clause: '6.3.2', seat, unit: id, from: u.at, to: next }); u.at = next }
        this.version++; this.broadcast(true)
      }
      for (const s of u.spells) { const cell = this.hints().spells[s.id].cells.find((c) => this.on(c)?.owner === other(seat)); if (cell && s.kind === 'attack') { this.cast(u, s, cell, seat); this.version++; this.broadcast(true); if (this.over) return } }
      u.ap = 0; u.mp = 0; u.played = true
    }
    if (seat === 'p2') this.number++
    this.begin(other(seat))
  }

  state(since, silent = false) { return { type: 'state', version: this.version, view: this.view(), decision: silent ? null : this.decision(), events: this.events.slice(since) } }
  broadcast(silent = false) { for (const l of this.listeners) l(silent) }
}

/** Prepared positions, one for each thing worth looking at. */
export function scene(name) {
  const human = (n) => ({ name: n, agent: 'human' })
  const g = new Game(name, { arena: name === 'demo-pit' ? 'pit' : 'elemental', players: [{ ...human('Ada'), cards: ['bill-tell', 'oscar-kass', 'queen-of-the-tofus', 'lil-healey'] }, { ...human('Brice'), agent: name === 'demo-handover' ? 'human' : 'greedy', cards: ['anna-tommy', 'kassius-kaos', 'bad-aboum', 'king-of-the-gobballs'] }] })
  if (name === 'demo-deployment') { g.answer('deploy queen f1'); return g }
  const at = { bill: 'e4', oscar: 'f6', queen: 'g4', lil: 'c2', anna: 'f7', kassius: 'e9', bad: 'i8', king: 'h9' }
  for (const [id, cell] of Object.entries(at)) g.get(id).at = cell
  Object.assign(g, { number: 3, player: 'p1' })
  g.players.p1.kamas = 9; g.players.p2.kamas = 4; g.players.p1.gg = 7; g.players.p2.gg = 6; g.wild = 0
  g.summon(tofu, 'p1', 'queen', 'g5'); g.summon(bomb, 'p2', 'bad', 'h6')
  Object.assign(g.get('bill'), { injuries: 2, inspiration: ['critical'], rewards: [{ ...rewards[0], face: 'down' }] })
  Object.assign(g.get('oscar'), { injuries: 4, mp_markers: -1, rewards: [{ ...rewards[2], face: 'up' }] })
  Object.assign(g.get('anna'), { injuries: 5, ap_markers: -2, inspiration: ['lock', 'armour'] })
  Object.assign(g.get('king'), { injuries: 1, mp_markers: 1, rewards: [{ ...rewards[3], face: 'down' }] })
  g.get('queen').played = true
  for (let i = 0; i < 4; i++) { g.event('turn', `Turn ${i + 1}.`, { clause: '5.1.1' }); g.event('moved', `Oscar Kass moves to f${3 + i}.`, { clause: '6.3.2', unit: 'oscar' }); g.event('critical-roll', 'Anna Tommy rolls for Critical Hit.', { clause: '7.2.5', seat: 'p2', dice: ['critical', 'lock'] }); g.event('injuries', 'Oscar Kass suffers 1 Injury.', { clause: '7.2.8', target: 'oscar', x: 1 }) }
  g.activate('bill'); g.get('bill').ap = 5
  if (name === 'demo-tension' || name === 'demo-faces') { g.dice = ['dofus', 'critical_dodge']; g.phase = 'tension'; g.unit = null; g.ask = { kind: name.slice(5), seat: 'p1' } }
  if (name === 'demo-inspiration') { g.dice = ['critical', 'armour']; g.phase = 'inspiration'; g.unit = null; g.ask = { kind: 'inspiration', seat: 'p1' } }
  if (name === 'demo-locker') { g.activate('oscar'); g.ask = { kind: 'locker', seat: 'p1' } }
  if (name === 'demo-oscar') g.activate('oscar')
  if (name === 'demo-buy') { g.get('oscar').at = 'f5'; g.cells.f5 = { kind: 'demon', setup: null, kamas: 1 }; g.players.p1.kamas = 14; g.activate('oscar') }
  if (name === 'demo-standby') { g.standby = [{ n: 1, text: 'Steals Health: Oscar Kass heals 1 Injury', unit: 'oscar' }, { n: 2, text: 'Explosion of the Water Bomb', unit: 'water-bomb-1' }]; g.ask = { kind: 'standby', seat: 'p1' } }
  if (name === 'demo-choice') g.ask = { kind: 'choice', seat: 'p1' }
  if (name === 'demo-allocation') g.ask = { kind: 'allocation', seat: 'p1' }
  if (name === 'demo-over') { g.get('anna').ko = true; g.get('anna').at = ''; g.players.p2.gg = 0; g.players.p1.gg = 13; g.finish('p1') }
  return g
}
