/** A text as it is searched in: small letters without accents, since not every keyboard has them. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{Mark}/gu, '').toLowerCase()
