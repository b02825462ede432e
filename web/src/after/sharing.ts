import type { AfterTheGame } from '../protocol'
import { isInPage } from '../host/host'
import { askDesk, getReplayStep, getStepLink, matchReplay } from '../state/api'
import { deskLink, replayLink } from '../state/route.svelte'

const MOST_MOMENTS = 2 // beside how it ended: three sentences
const SCALE = 2 // of a picture, so that it is sharp where it is shown large

const ended = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)

/** The story of a game in three sentences: how it ended, and the moments that told most, in their order. */
export function storyOf(result: string, after: AfterTheGame): string {
  const moments = after.moments.slice(0, MOST_MOMENTS).sort((one, other) => one.step - other.step)
  return [result, ...moments.map((moment) => moment.sentence)].map((one) => ended(one.trim())).join(' ')
}

/** The last step of a game. */
export const lastStep = (after: AfterTheGame): number => Math.max(0, ...after.curve.map((point) => point.step))

/** A link to a step that opens for whoever has it: the replay where everybody may see it, else the position itself, which stands in the link. */
export async function momentLink(id: string, token: string, step: number): Promise<string> {
  const isOpen = !isInPage && (await getReplayStep(matchReplay(id), '', step).then(
    () => true,
    () => false,
  ))
  if (isOpen) return replayLink(id, step)
  return deskLink((await getStepLink(matchReplay(id), token, step)).link)
}

/** The board after a step, as the engine draws it. */
export async function pictureOf(id: string, token: string, step: number): Promise<string> {
  const { link } = await getStepLink(matchReplay(id), token, step)
  return (await askDesk({ link, pictured: true })).picture
}

/** A drawing as a picture of points. */
export async function pngOf(svg: string): Promise<Blob> {
  const place = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = place
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * SCALE
    canvas.height = image.naturalHeight * SCALE
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/png'))
  } finally {
    URL.revokeObjectURL(place)
  }
}

export function save(what: Blob, name: string) {
  const place = URL.createObjectURL(what)
  Object.assign(document.createElement('a'), { href: place, download: name }).click()
  URL.revokeObjectURL(place)
}
