import { expect, test } from 'vitest';
import { plainWords, searchTerms } from './search-terms.ts';

/** True when a search finds the digits of a stored number. */
const finds = (search: string, stored: string) => {
  const digits = stored.replaceAll(/\D/g, '');
  return searchTerms(plainWords(search)).every(({ words, phones }) =>
    [words.every((word) => stored.includes(word)), ...phones.map((phone) => digits.includes(phone))].includes(true),
  );
};

// The same subscriber in common notations: E.164, with the prefix 00, DIN 5008, with slash, with the trunk zero.
const WRITTEN = [
  '(+49) 171 1234567',
  '+491711234567',
  '00491711234567',
  '0171 1234567',
  '0171/1234567',
  '+49 (0)171 123 45 67',
  '(0171) 123-45-67',
];
test.each(WRITTEN.flatMap((search) => WRITTEN.map((stored) => [search, stored] as const)))(
  '%s finds a number that is stored as %s',
  (search, stored) => expect(finds(search, stored)).toBe(true),
);

test.each([
  ['0171 1234567', '+49 172 1234567'],
  ['+49 171 1234567', '+43 171 1234567'],
  ['+49 171 1234567', '0172 1234567'],
  ['0171 12345 68', '+491711234567'],
])('%s does not find %s', (search, stored) => expect(finds(search, stored)).toBe(false));

// Country codes of one, two and three digits; Italy keeps the zero of its landlines.
test.each([
  ['202 555 0143', '+1 202-555-0143'],
  ['099 123 456', '+598 99 123 456'],
  ['+598 99 123 456', '099 123 456'],
  ['06 1234 5678', '+39 06 12345678'],
  ['+39 06 12345678', '06 12345678'],
])('%s finds the stored %s', (search, stored) => expect(finds(search, stored)).toBe(true));

test('few digits, and numbers with letters, are treated as words', () => {
  expect(searchTerms(plainWords('Élise 1234'))).toEqual([
    { words: ['elise'], phones: [] },
    { words: ['1234'], phones: [] },
  ]);
  for (const word of ['wo-12345', '356000000000123', '00000']) {
    expect(searchTerms([word])).toEqual([{ words: [word], phones: [] }]);
  }
});

test('words beside a telephone number are searched separately', () => {
  expect(searchTerms(plainWords('Ana 0171 / 12 34 Silva'))).toEqual([
    { words: ['ana'], phones: [] },
    { words: ['0171', '12', '34'], phones: ['1711234'] },
    { words: ['silva'], phones: [] },
  ]);
});
