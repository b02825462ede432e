const FORBIDDEN = 'script, foreignObject, iframe, object, embed, image, use[href^="http"], animate, set'

/** An engine's drawing with nothing in it that could act or load: a record may come from anybody. */
export function safeSvg(text: string): SVGElement | null {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (!(root instanceof SVGElement) || root.localName !== 'svg') return null
  for (const element of root.querySelectorAll(FORBIDDEN)) element.remove()
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      const isLink = /(^|:)href$/.test(name) && !value.startsWith('#')
      if (/^on/i.test(name) || isLink || /url\(\s*['"]?[^'"#)]/i.test(value)) element.removeAttribute(name)
    }
  }
  return root
}
