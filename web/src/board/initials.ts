/** Two letters for a piece: its capitals, or its first letters. */
export function initials(name: string, id = ''): string {
  const words = name.replace(/[^\p{L}\s'-]/gu, '').split(/[\s-]+/).filter((word) => word.length > 2 || /^\p{Lu}/u.test(word))
  const letters = words.filter((word) => !/^(the|of|and|le|la|les|de|des|du|dei|della|il)$/i.test(word)).map((word) => word[0]?.toUpperCase() ?? '')
  const first = letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (words[0] ?? name).slice(0, 2)
  const copy = /-(\d+)$/.exec(id)?.[1]
  return copy && copy !== '1' ? `${first}${copy}` : first
}
