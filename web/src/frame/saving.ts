/** Saves a text as a file of this name, as a browser saves what it has loaded. */
export function saveText(name: string, text: string, type: string) {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address))
}
