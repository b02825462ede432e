import type { DoorView, Me, MoveCode } from '../protocol'
import { askCode, dropDevice, enter, getDoor, getMe, move, sayName, troubleOf } from './api'
import { t } from './settings.svelte'

/** Who this browser is to the server, and whether the server lets it in. */
class Self {
  door = $state.raw<DoorView | null>(null)
  me = $state.raw<Me | null>(null)
  code = $state.raw<MoveCode | null>(null)
  trouble = $state('')

  /** There is a password that has not been said. */
  get isOutside(): boolean {
    return this.door !== null && !this.door.inside
  }

  /** Looks at the door; a server that does not answer is told by whatever else is asked of it. */
  async look() {
    this.door = await getDoor().catch(() => this.door)
  }

  load = () => this.try(async () => (this.me = await getMe()))
  enter = (password: string) => this.try(async () => (this.door = await enter(password)))
  drop = (name: string) => this.try(async () => (this.me = await dropDevice(name)))
  askCode = () => this.try(async () => (this.code = await askCode()))

  call = (name: string) =>
    this.try(async () => {
      this.me = await sayName(name)
      localStorage.setItem('esquive.name', name)
    })

  move = (code: string) =>
    this.try(async () => {
      this.me = await move(code)
      this.code = null
      if (this.me.name) localStorage.setItem('esquive.name', this.me.name)
    })

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
