import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decisionFiles, INDEX, indexOf } from './decision-index.ts';

test('a title is listed without its number', () => {
  const text = indexOf([
    { name: '0021-whose-day.md', text: '# 21. Whose day it is\n' },
    { name: '0136-turns.md', text: '# 0136: Heavy reads\n' },
  ]);
  expect(text).toMatch(/- 0021 \[Whose day it is\]\(0021-whose-day\.md\)\n- 0136 \[Heavy reads\]\(0136-turns\.md\)\n$/);
});

test('the index of decisions names every decision by its title', () => {
  expect(readFileSync(INDEX, 'utf8')).toBe(indexOf(decisionFiles()));
});
