export const many = (n: number, one: string, more: string) => `${n} ${n < 2 ? one : more}`
