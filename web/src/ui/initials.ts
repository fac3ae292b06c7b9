const letters = new Intl.Segmenter();

/** The first letter with the marks that belong to it: a vowel sign of Hindi, the parts of an emoji. */
const firstLetter = (word = '') => [...letters.segment(word)][0]?.segment ?? '';

/** One or two capital letters for a name: "Río Dairy" gives "RD". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : '';
  return (firstLetter(words[0]) + firstLetter(last)).toLocaleUpperCase();
}
