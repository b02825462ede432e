/** so many times the window's height above and below it is near */
const NEAR = 0.25

/** Does something once, when an element comes near the window. */
export const whenNear = (then: () => void) => (place: Element) => {
  const watch = new IntersectionObserver(
    (found) => {
      if (!found.some((one) => one.isIntersecting)) return
      watch.disconnect()
      then()
    },
    { rootMargin: `${100 * NEAR}% 0px` },
  )
  watch.observe(place)
  return () => watch.disconnect()
}
