/** How large letters are, in 100 of what the browser's are. All lengths are built in rem (web/letters.ts) and grow with them. */
export const LETTERS = ['100', '125', '150', '175', '200'] as const
export type Letters = (typeof LETTERS)[number]

/** The px in which the browser's usual letters are counted. */
const USUAL = 16

/** A media query for letters so many times as large: what is narrow for them is wider. */
export const grown = (query: string, times: number) => query.replace(/([\d.]+)px/g, (_, px: string) => `${Number(px) * times}px`)

let times = 1
const followers: ((times: number) => void)[] = []
/** What the rules of a style sheet said before letters grew. */
const said = new WeakMap<CSSMediaRule, string>()

/** Calls back now, and whenever letters have grown. */
export function onGrowth(follow: (times: number) => void) {
  followers.push(follow)
  follow(times)
}

/** The conditions of style sheets count in px of the window, whatever the letters: they are widened with them. */
function widen() {
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue
      const before = said.get(rule) ?? rule.media.mediaText
      said.set(rule, before)
      rule.media.mediaText = grown(before, times)
    }
}

export function grow(letters: Letters) {
  document.documentElement.style.fontSize = `${letters}%`
  times = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL
  widen()
  for (const follow of followers) follow(times)
}

// A part that is fetched later brings a style sheet of its own.
document.addEventListener('load', (event) => event.target instanceof HTMLLinkElement && times !== 1 && widen(), true)
