/** Removes accents and case, so that "lucia" finds "Lucía". */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns a test whether each word of a search occurs in any of a row's texts; an empty search matches all rows. */
export function everyWordIn(search: string): (texts: readonly (string | null)[]) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (texts) => {
    if (words.length === 0) return true;
    const all = fold(texts.join('\n'));
    return words.every((word) => all.includes(word));
  };
}
