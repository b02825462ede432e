/* The page without a network: everything it is made of is kept, and answered from what is kept.

   `esquive site` fills in VERSION and FILES. A new version is fetched beside the one that is used, and takes its place
   once the page asks for it. */

const VERSION = '__VERSION__'
const FILES = ['__FILES__']
const PREFIX = 'esquive-'

const inScope = (name) => new URL(name, self.registration.scope).href
/** Names without the hash of their content may be another file by now. */
const isHashed = (name) => /^assets\/|^engine\/\w+\//.test(name)

self.addEventListener('install', (event) => {
  const fetched = FILES.map((name) => new Request(inScope(name), { cache: isHashed(name) ? 'default' : 'reload' }))
  event.waitUntil(caches.open(PREFIX + VERSION).then((kept) => kept.addAll(fetched)))
})

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  const name = request.mode === 'navigate' ? inScope('index.html') : request.url.replace(/[?#].*$/, '')
  event.respondWith(caches.open(PREFIX + VERSION).then(async (kept) => (await kept.match(name)) ?? fetch(request)))
})
