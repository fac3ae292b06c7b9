import { expect, test } from 'vitest';
import type { Operation } from './operation.ts';
import { type OperationName, OPERATIONS } from './operations.ts';

const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

test.each(names)('the summary of %s consists of full sentences, the first of which begins with a verb', (name) => {
  const { summary }: Operation = OPERATIONS[name];
  expect(summary).toMatch(/^[A-Z][a-z]+s [^\n]+\.$/);
  for (const [, call = ''] of summary.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)) expect(names).toContain(call);
});

test('no two calls have the same summary', () => {
  const summaries = names.map((name) => OPERATIONS[name].summary);
  expect(new Set(summaries).size).toBe(summaries.length);
});
