const ARABIC = /^[\p{Script=Arabic}\s]+$/u;
/** Letters that Persian, Urdu, Kurdish and Uyghur have and Arabic has not. */
const OTHER_LANGUAGES = /[پچژکگیێەۆھہٹڈڑںےۇۈېڭڕڵ]/u;
const CONTROLS = /\p{Cf}/gu;

/**
 * Which of a town's other names is the Arabic one; null where none surely is. The source does not say the language of a
 * name, so the letters decide: only for towns where Arabic is spoken is that safe.
 */
export function arabicName(otherNames: readonly string[]): string | null {
  const names = otherNames
    .map((name) => name.replaceAll(CONTROLS, '').trim())
    .filter((name) => ARABIC.test(name) && !OTHER_LANGUAGES.test(name));
  return names.toSorted((a, b) => merit(b) - merit(a))[0] ?? null;
}

/** With its article, and in the spelling of most countries: the one of Egypt ends in a ya without dots. */
const merit = (name: string): number => (name.startsWith('ال') ? 2 : 0) + (name.endsWith('ى') ? 0 : 1);

/** Countries where Arabic is an official language, by ISO 3166-1. */
export const ARABIC_COUNTRIES: ReadonlySet<string> = new Set(
  'AE BH DJ DZ EG EH ER IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SY TD TN YE'.split(' '),
);
