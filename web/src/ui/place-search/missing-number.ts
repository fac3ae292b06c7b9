const numbersOf = (text: string): string[] =>
  text.toLowerCase().match(/(?<![\p{L}\d])\d{1,4}\p{L}?(?![\p{L}\d])/gu) ?? [];

/** Whether a house number was typed that the found name does not have: it leads to the street alone. */
export function missesNumber(typed: string, name: string): boolean {
  const found = new Set(numbersOf(name));
  return numbersOf(typed).some((number) => !found.has(number));
}
