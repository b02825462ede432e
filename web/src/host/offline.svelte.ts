/** Whether a newer page has been fetched, which takes the place of this one once somebody agrees. */
class Offline {
  isNewer = $state(false)
  private waiting: ServiceWorker | null = null

  /** Keeps the page for when there is no network; what is fetched does not compete with the engine. */
  async begin() {
    if (!('serviceWorker' in navigator)) return
    const found = await navigator.serviceWorker.register('./offline.js').catch(() => null)
    if (!found) return // a page from a file, or a browser that keeps nothing: it works as long as there is a network
    this.look(found.waiting)
    found.addEventListener('updatefound', () => {
      const coming = found.installing
      coming?.addEventListener('statechange', () => coming.state === 'installed' && this.look(found.waiting))
    })
  }

  private look(waiting: ServiceWorker | null) {
    // The first one takes the place of nothing.
    if (!waiting || !navigator.serviceWorker.controller) return
    this.waiting = waiting
    this.isNewer = true
  }

  update() {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    this.waiting?.postMessage('take over')
  }
}

export const offline = new Offline()
