import { expect, test } from 'vitest';
import { codeOf, compare, wordIn, wordsNotUsed } from './check-words.ts';

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

const names = (text: string) => codeOf(text).match(/[A-Za-z]+/g) ?? [];

test('code is what is neither comment nor text nor regular expression', () => {
  expect(names('const a = b; // told\n/* heard */ c(d)')).toEqual(['const', 'a', 'b', 'c', 'd']);
  expect(names(String.raw`f('told \' heard', "x'told") + g`)).toEqual(['f', 'g']);
  expect(names('`told ${a ? `heard ${b}` : { c }} told` + d')).toEqual(['a', 'b', 'c', 'd']);
  expect(names('a = /told\\/heard/u; b / told / c')).toEqual(['a', 'b', 'told', 'c']);
  expect(names('<p title={a} />; </p>; told')).toEqual(['p', 'title', 'a', 'p', 'told']);
});
