/** Millimetres. */
export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const;
export type Paper = keyof typeof PAPERS;

/** The regions that print on US Letter: `paperSize` in the supplemental data of Unicode CLDR; all others use A4. */
const LETTER = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/**
 * The person's likely paper size, by the region of the browser's first language that has one. A language without a
 * region does not determine it: English is printed on A4 in most countries.
 */
export function paperOf(languages: readonly string[]): Paper {
  for (const tag of languages) {
    const { region } = new Intl.Locale(tag);
    if (region !== undefined) return LETTER.has(region) ? 'letter' : 'a4';
  }
  return 'a4';
}
