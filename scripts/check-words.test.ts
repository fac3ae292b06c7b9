import { expect, test } from 'vitest';
import { compare, wordIn, wordsNotUsed } from './check-words.ts';

const GLOSSARY = `
| Word | Meaning |
| ---- | ------- |
| Told | nothing |

## Words not used

| not         | write               |
| ----------- | ------------------- |
| told, tells | reported, reports   |
| heard       | received, last seen |
`;
const words = wordsNotUsed(GLOSSARY);

test('words are those of the table, each with its replacement', () => {
  expect([...words]).toEqual([
    ['told', 'reported, reports'],
    ['tells', 'reported, reports'],
    ['heard', 'received, last seen'],
  ]);
});

test.each([
  ['heardAt', 'heard'],
  ['LAST_HEARD_MS', 'heard'],
  ['isTold', 'told'],
  ['GPSTold', 'told'],
  ['untoldStories', undefined],
  ['foretold', undefined],
  ['unheard', undefined],
])('%s holds %s', (name, word) => {
  expect(wordIn(name, words)).toBe(word);
});

test('a new name is refused with the word to use, and one that is gone leaves the list', () => {
  const found = new Map([
    ['heardAt', 'a.ts'],
    ['toldKph', 'b.ts'],
  ]);
  expect(compare(found, ['heardAt', 'isTold'], words)).toEqual([
    'b.ts: toldKph says "told"; write reported, reports',
    'scripts/names-left.json: isTold is gone; take it out of the list',
  ]);
});
