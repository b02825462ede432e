import type { DoorView, Me, MoveCode, MoveView } from '../protocol'
import { answerMove, askCode, dropDevice, enter, getDoor, getMe, getMove, move, sayName, troubleOf } from './api'
import { packed, unpack } from './belongings'
import { t } from './settings.svelte'

/** Who this browser is to the server, and whether the server lets it in. */
class Self {
  door = $state.raw<DoorView | null>(null)
  me = $state.raw<Me | null>(null)
  code = $state.raw<MoveCode | null>(null)
  /** what has become of the code this browser has said; null before it has said one */
  moving = $state.raw<MoveView | null>(null)
  trouble = $state('')
  /** why it cannot be looked whether somebody asks or has answered */
  lost = $state('')

  /** There is a password that has not been said. */
  get isOutside(): boolean {
    return this.door !== null && !this.door.inside
  }

  /** Looks at the door; a server that does not answer is told by whatever else is asked of it. */
  async look() {
    this.door = await getDoor().catch(() => this.door)
  }

  load = () =>
    this.try(async () => {
      this.me = await getMe()
      const found = await getMove()
      if (found.state === 'waits') this.moving = found // asked before this page was loaded
    })

  enter = (password: string) => this.try(async () => (this.door = await enter(password)))
  drop = (name: string) => this.try(async () => (this.me = await dropDevice(name)))
  askCode = () => this.try(async () => (this.code = await askCode()))

  call = (name: string) =>
    this.try(async () => {
      this.me = await sayName(name)
      localStorage.setItem('esquive.name', name)
    })

  /** Asks to become the browser of whoever made a code; one of theirs has to accept it. */
  move = (code: string) => this.try(async () => this.moved(await move(code)))

  answer = (check: string, accept: boolean) =>
    this.try(async () => {
      this.me = await answerMove(check, accept, accept ? packed() : '')
      this.code = null
    })

  /** Looks whether somebody has answered, or asks; what cannot be reached now is looked at again. */
  async lookAgain() {
    try {
      if (this.moving?.state === 'waits') await this.moved(await getMove())
      else if (this.code || this.me?.asks) this.me = await getMe()
      if (this.me?.asks) this.code = null
      this.lost = ''
    } catch (error) {
      this.lost = troubleOf(error, t().noServer)
    }
  }

  private async moved(found: MoveView) {
    if (found.state === 'done') {
      unpack(found.kept)
      this.me = await getMe()
      this.code = null
      if (this.me.name) localStorage.setItem('esquive.name', this.me.name)
    }
    this.moving = found
  }

  /** Does something, and says whether it went well. */
  private async try(what: () => Promise<unknown>): Promise<boolean> {
    this.trouble = ''
    try {
      await what()
      return true
    } catch (error) {
      this.trouble = troubleOf(error, t().noServer)
      return false
    }
  }
}

export const self = new Self()
