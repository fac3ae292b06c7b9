/** What other programs leave out or add between the parts of a registration. */
const BETWEEN = /[\s\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212._\u00b7\u2022/-]/g;
/** The same as PostgreSQL writes it. */
const BETWEEN_SQL = String.raw`[\s\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212._\u00b7\u2022/-]`;
/** Letters of plates that look alike in Cyrillic and Latin: by GOST R 50577 only such letters are on plates. */
const CYRILLIC = 'АВЕКМНОРСТУХІ';
const LATIN = 'ABEKMHOPCTYXI';

/** A registration as vehicles are compared by it: without what stands between its parts, in capital Latin letters. */
export const compactRegistration = (registration: string): string =>
  registration
    .replaceAll(BETWEEN, '')
    .toUpperCase()
    .replaceAll(/\p{Script=Cyrillic}/gu, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter);

/** SQL of the same; the database may know capital letters of Latin alone. */
export const compactSql = (registration: string): string =>
  `translate(upper(regexp_replace(${registration}, '${BETWEEN_SQL}', '', 'g')),
    '${CYRILLIC}${CYRILLIC.toLowerCase()}', '${LATIN}${LATIN}')`;

/** Where the letters of a registration are parted: HH-A and H-HA. */
function partsOf(registration: string): string {
  const parts = registration.toUpperCase().match(/\p{L}+|\p{N}+/gu) ?? [];
  const letters = parts.filter((part, index) => /\p{L}/u.test(part) && /\p{L}/u.test(parts[index + 1] ?? ''));
  return letters.map((part) => part.length).join();
}

/**
 * Whether two spellings are one plate: `SAX 1343`, `sax-1343`, `SAX1343`. Not `HH-A 1234` and `H-HA 1234`, of which each says
 * otherwise where its letters are parted.
 */
export function isSamePlate(one: string, other: string): boolean {
  if (compactRegistration(one) !== compactRegistration(other)) return false;
  const [parts, others] = [partsOf(one), partsOf(other)];
  return parts === '' || others === '' || parts === others;
}

/** The vehicle with this registration letter by letter, else the only one with this plate; null where it is none or several. */
export function plateOf<Vehicle extends { registration: string }>(
  candidates: readonly Vehicle[],
  registration: string,
): Vehicle | 'several' | null {
  const key = registration.replaceAll(/\s+/g, ' ').toUpperCase();
  const exact = candidates.find((one) => one.registration.replaceAll(/\s+/g, ' ').toUpperCase() === key);
  const same = candidates.filter((one) => isSamePlate(one.registration, registration));
  return exact ?? (same.length > 1 ? 'several' : (same[0] ?? null));
}
