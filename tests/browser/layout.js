/* What is wrong with how the page lies now: a list of sentences, empty where nothing is.

   Looked at is what an eye meets: lines of text and small pictures (icons, dice) that are visible, where nothing opaque
   lies over them. Passed over is what is only told to screen readers, and what a list has scrolled away.

   - "overlaps": a line of text and another, or a line and a picture, share ink
   - "cut": an ancestor that does not scroll hides a part of it, or an ellipsis does (unless a `title` tells all of it)
   - "off its panel": it crosses the edge of the painted box it stands on
   - "off the window": it lies outside the window, and no scrolling leads there
   - "sideways": a list that scrolls down is wider than its box
   - "below the window": a control that no scrolling leads to

   An element marked `data-layout="free"` is drawn over others on purpose, with all it holds; what
   lies in one marked `data-layout="moved"` is moved into sight by hand. Nothing else is excused. */
() => {
  const NEAR = 1.5 // px that roundings and side bearings may take
  const SMALL = 72 // px: a larger picture is a drawing, in which words may lie
  const OPAQUE = 0.8

  // What lets the pointer through is painted all the same.
  const solid = document.createElement('style')
  solid.textContent = '*, *::before, *::after { pointer-events: auto !important }'
  document.head.append(solid)

  const found = new Set()
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const page = document.scrollingElement
  const pageStyle = getComputedStyle(page)
  const pageScrolls = page.scrollHeight > innerHeight + 1 && pageStyle.overflowY !== 'hidden'
  const parentOf = (one) => one.parentElement ?? (one.getRootNode() instanceof ShadowRoot ? one.getRootNode().host : null)
  // Nothing changes while it is looked at, and each question to a style or a box asks whether the page is laid out.
  const once = (find) => {
    const known = new Map()
    return (one) => {
      if (!known.has(one)) known.set(one, find(one))
      return known.get(one)
    }
  }
  const styleOf = once((one) => {
    const { position, transform, overflowX, overflowY, opacity, clipPath, clip, backgroundColor, textOverflow } = getComputedStyle(one)
    return { position, transform, overflowX, overflowY, opacity, clipPath, clip, backgroundColor, textOverflow }
  })
  const boxAround = once((one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect()
    return { left, top, right, bottom, width, height }
  })
  const clip = (box, by) => ({ left: Math.max(box.left, by.left), top: Math.max(box.top, by.top), right: Math.min(box.right, by.right), bottom: Math.min(box.bottom, by.bottom) })
  const isEmpty = (box) => box.right - box.left < 2 || box.bottom - box.top < 2
  const words = (text) => `"${text.replace(/\s+/g, ' ').trim().slice(0, 48)}"`
  const alphaOf = (colour) => {
    const parts = colour.match(/[\d.]+%?/g) ?? []
    if (/^rgba?\(/.test(colour)) return parts.length > 3 ? Number(parts[3]) : 1
    const alpha = colour.match(/\/\s*([\d.]+)/)
    return colour === 'transparent' ? 0 : alpha ? Number(alpha[1]) : 1
  }
  const isPainted = once((one) => {
    const style = getComputedStyle(one)
    const edges = ['Left', 'Right', 'Top', 'Bottom'].filter((side) => parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== 'none' && alphaOf(style[`border${side}Color`]) > 0.1)
    return alphaOf(style.backgroundColor) > 0.1 || edges.length === 4
  })
  const isOpaque = once((one) => alphaOf(styleOf(one).backgroundColor) >= OPAQUE && Number(styleOf(one).opacity) >= OPAQUE)
  const isShown = once((one) => {
    const style = styleOf(one)
    if (one.dataset?.layout === 'free' || one.classList?.contains('visually-hidden') || style.clipPath !== 'none' || (style.clip && style.clip !== 'auto') || Number(style.opacity) < 0.15) return false
    const above = parentOf(one)
    return !above || isShown(above)
  })
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && isShown(one)
  const blocks = (value) => value !== 'visible'
  const scrolls = (value) => value === 'auto' || value === 'scroll'

  /* What ancestors leave to be seen of a box that lies in `holder`. `hidden` is who cuts a part of it for good. */
  const trim = (box, holder, inside = null) => {
    let left = box
    let hidden = null
    let isFixed = false
    let isFree = false // up to its containing block, ancestors do not clip what is absolute
    for (let at = holder, from = inside; at && at !== document.documentElement; from = at, at = parentOf(at)) {
      const own = from && styleOf(from)
      if (own?.position === 'fixed') isFixed = true
      if (isFixed) break
      if (own?.position === 'absolute') isFree = true
      const style = styleOf(at)
      if (isFree && style.position === 'static' && style.transform === 'none') continue
      isFree = false
      if (at === document.body || at instanceof SVGElement) continue
      for (const [axis, size, low, high] of [['overflowX', 'Width', 'left', 'right'], ['overflowY', 'Height', 'top', 'bottom']]) {
        if (!blocks(style[axis])) continue
        const inner = boxAround(at)
        const isLong = at.dataset.layout === 'moved' || (scrolls(style[axis]) && at[`scroll${size}`] > at[`client${size}`] + 1)
        if (!isLong && (left[low] < inner[low] - NEAR || left[high] > inner[high] + NEAR)) hidden ??= at
        left = clip(left, { ...view, left: -1e6, top: -1e6, right: 1e6, bottom: 1e6, [low]: inner[low], [high]: inner[high] })
      }
    }
    return { left, hidden, isFixed }
  }

  /* Whether something opaque lies over `one` where both are: it is behind a panel, and not looked at. */
  const covers = (over, one) => over && over !== one && !over.contains(one) && !one.contains(over)
  const isBehind = (one, x, y) => {
    for (const at of document.elementsFromPoint(x, y)) {
      if (at === one || at.contains(one) || one.contains(at)) return false
      for (let up = at; up && !up.contains(one); up = parentOf(up)) if (covers(up, one) && isOpaque(up)) return true
    }
    return false
  }

  const panelOf = (one) => {
    for (let at = one; at && at !== document.body && at !== document.documentElement; at = parentOf(at)) {
      if (at instanceof SVGElement) continue
      if (isPainted(at)) return at
      const style = styleOf(at)
      if (at !== one && (style.position === 'absolute' || style.position === 'fixed')) return null
    }
    return null
  }

  const marks = []
  const place = (kind, one, name, boxes, node) => {
    for (const box of boxes) {
      if (box.width < 1 || box.height < 1) continue
      // Letters take the middle of a line's box; above and below is room for what few letters need.
      const ink = kind === 'text' ? { left: box.left + 0.5, right: box.right - 0.5, top: box.top + box.height * 0.22, bottom: box.bottom - box.height * 0.24 } : { left: box.left + 1, right: box.right - 1, top: box.top + 1, bottom: box.bottom - 1 }
      const { left: shown, hidden, isFixed } = trim(ink, ...(kind === 'text' ? [one] : [parentOf(one), one]))
      if (hidden && !(styleOf(hidden).textOverflow === 'ellipsis' && hidden.title)) found.add(`${kind === 'text' ? name : `a picture in ${name}`} is cut by ${nameOf(hidden)}`)
      if (isEmpty(shown)) continue
      const [x, y] = [(shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2]
      const isInside = x >= 0 && x < innerWidth && y >= 0 && y < innerHeight
      if (shown.left < -NEAR || shown.right > innerWidth + NEAR || shown.top + (pageScrolls && !isFixed ? page.scrollTop : 0) < -NEAR || ((!pageScrolls || isFixed) && shown.bottom > innerHeight + NEAR)) found.add(`${name} is off the window`)
      if (isInside && isBehind(one, x, y)) continue
      const panel = kind === 'text' && panelOf(one)
      if (panel) {
        const edge = boxAround(panel)
        if (shown.left < edge.left - NEAR || shown.right > edge.right + NEAR || shown.top < edge.top - NEAR || shown.bottom > edge.bottom + NEAR) found.add(`${name} is off its panel, ${nameOf(panel)}`)
      }
      marks.push({ kind, one, node, name, box: shown, x, y, isInside })
    }
  }
  const nameOf = (one) => {
    const known = one.dataset?.testid ?? one.id
    return `<${one.tagName.toLowerCase()}${known ? ` ${known}` : one.className?.baseVal === undefined && one.className ? `.${String(one.className).split(' ').filter((part) => !part.startsWith('svelte-')).join('.')}` : ''}>`
  }

  /* Words in a drawing: a range would not know of their `textLength`, nor leave their outline out. */
  const boxOf = (text) => {
    const { x, y, width, height } = text.getBBox()
    const matrix = text.getScreenCTM()
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix))
    const [xs, ys] = [corners.map((one) => one.x), corners.map((one) => one.y)]
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }
  const walked = new Set()

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.nodeType === Node.TEXT_NODE ? node.parentElement : node
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.data.trim() || ['SCRIPT', 'STYLE', 'TITLE', 'DESC', 'OPTION', 'NOSCRIPT', 'TEXTAREA'].includes(one.tagName.toUpperCase()) || !isSeen(one)) continue
      const drawn = one.closest('text')
      if (drawn) {
        if (node.data !== drawn.textContent && walked.has(drawn)) continue
        walked.add(drawn)
        place('text', drawn, words(drawn.textContent), [boxOf(drawn)], drawn)
        continue
      }
      range.selectNodeContents(node)
      place('text', one, words(node.data), range.getClientRects(), node)
    } else if (one.tagName.toLowerCase() === 'svg' && !one.parentElement?.closest('svg')) {
      const box = one.getBoundingClientRect()
      if (box.width > SMALL || box.height > SMALL || !isSeen(one)) continue
      place('picture', one, nameOf(one.parentElement), [box], one)
    }
    if (one === node && one instanceof HTMLElement) {
      const style = styleOf(one)
      if (style.textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1 && blocks(style.overflowX) && !one.title && isSeen(one)) found.add(`${words(one.textContent)} ends in an ellipsis`)
      if (scrolls(style.overflowY) && one.scrollWidth > one.clientWidth + NEAR && one.clientWidth > 0 && one.scrollHeight > 0 && isSeen(one) && one.dataset.layout !== 'wide') found.add(`${nameOf(one)} scrolls sideways`)
      if (one.matches('button, a[href], input, select, textarea, [role=button], [role=tab]') && isSeen(one)) {
        const box = one.getBoundingClientRect()
        const { left: shown, hidden, isFixed } = trim(box, parentOf(one), one)
        const isStill = !pageScrolls || isFixed
        if (box.width > 2 && box.height > 2) {
          const name = `the control ${words(one.getAttribute('aria-label') || one.textContent || nameOf(one))}`
          if (hidden) found.add(`${name} is cut by ${nameOf(hidden)}`)
          else if (!isEmpty(shown) && (shown.left < -NEAR || shown.right > innerWidth + NEAR || (isStill && (shown.top < -NEAR || shown.bottom > innerHeight + NEAR)))) found.add(`${name} is off the window`)
        }
      }
    }
  }

  for (let i = 0; i < marks.length; i++) {
    for (let k = i + 1; k < marks.length; k++) {
      const [a, b] = [marks[i], marks[k]]
      if (a.node === b.node || (a.kind === 'picture' && b.kind === 'picture')) continue
      const both = clip(a.box, b.box)
      if (both.right - both.left < 2 || both.bottom - both.top < 2) continue
      if (a.one.contains(b.one) && a.kind === 'picture') continue
      const x = (both.left + both.right) / 2
      const y = (both.top + both.bottom) / 2
      if (x >= 0 && x < innerWidth && y >= 0 && y < innerHeight && (isBehind(a.one, x, y) || isBehind(b.one, x, y))) continue
      const told = (mark) => (mark.kind === 'text' ? mark.name : `a picture in ${mark.name}`)
      found.add(`${told(a)} overlaps ${told(b)}`)
    }
  }
  solid.remove()
  return [...found]
}
