const numbersOf = (text: string): string[] =>
  text.toLowerCase().match(/(?<![\p{L}\d])\d{1,4}\p{L}?(?![\p{L}\d])/gu) ?? [];

/** True if the typed house number is missing in the found name: the result is only the street. */
export function missesNumber(typed: string, name: string): boolean {
  const found = new Set(numbersOf(name));
  return numbersOf(typed).some((number) => !found.has(number));
}
