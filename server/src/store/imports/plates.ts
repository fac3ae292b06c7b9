/** The separators in a registration that other programs omit or add. */
const BETWEEN = /[\s\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212._\u00b7\u2022/-]/g;
/** The same for PostgreSQL. */
const BETWEEN_SQL = String.raw`[\s\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212._\u00b7\u2022/-]`;
/** Letters that look equal in Cyrillic and Latin: by GOST R 50577, plates only have such letters. */
const CYRILLIC = 'АВЕКМНОРСТУХІ';
const LATIN = 'ABEKMHOPCTYXI';

/** The form in which registrations are compared: without separators, in Latin capitals. */
export const compactRegistration = (registration: string): string =>
  registration
    .replaceAll(BETWEEN, '')
    .toUpperCase()
    .replaceAll(/\p{Script=Cyrillic}/gu, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter);

/** SQL of the same; the database may only convert Latin letters to capitals. */
export const compactSql = (registration: string): string =>
  `translate(upper(regexp_replace(${registration}, '${BETWEEN_SQL}', '', 'g')),
    '${CYRILLIC}${CYRILLIC.toLowerCase()}', '${LATIN}${LATIN}')`;

/** Where the letters of a registration are separated: HH-A and H-HA. */
function partsOf(registration: string): string {
  const parts = registration.toUpperCase().match(/\p{L}+|\p{N}+/gu) ?? [];
  const letters = parts.filter((part, index) => /\p{L}/u.test(part) && /\p{L}/u.test(parts[index + 1] ?? ''));
  return letters.map((part) => part.length).join();
}

/**
 * True when two spellings are the same plate: `SAX 1343`, `sax-1343`, `SAX1343`. Not `HH-A 1234` and `H-HA 1234`, whose
 * letters are separated differently.
 */
export function isSamePlate(one: string, other: string): boolean {
  if (compactRegistration(one) !== compactRegistration(other)) return false;
  const [parts, others] = [partsOf(one), partsOf(other)];
  return parts === '' || others === '' || parts === others;
}

/**
 * The vehicle with exactly this registration, otherwise the only one with the same plate; null if there are none or
 * several.
 */
export function plateOf<Vehicle extends { registration: string }>(
  candidates: readonly Vehicle[],
  registration: string,
): Vehicle | 'several' | null {
  const key = registration.replaceAll(/\s+/g, ' ').toUpperCase();
  const exact = candidates.find((one) => one.registration.replaceAll(/\s+/g, ' ').toUpperCase() === key);
  const same = candidates.filter((one) => isSamePlate(one.registration, registration));
  return exact ?? (same.length > 1 ? 'several' : (same[0] ?? null));
}
