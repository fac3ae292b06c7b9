/** Without accents and case, so that "lucia" finds "Lucía". */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether every word of a search is in one of the texts of a row, whichever; of no words that is true of all rows. */
export function everyWordIn(search: string): (texts: readonly (string | null)[]) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (texts) => {
    if (words.length === 0) return true;
    const all = fold(texts.join('\n'));
    return words.every((word) => all.includes(word));
  };
}
