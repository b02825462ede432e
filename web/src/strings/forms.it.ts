export const many = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`
