import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import path from 'node:path';
import { DRIVER_OBSTACLES, VEHICLE_OBSTACLES } from '@milepost/contract/availability-kinds';
import { FAULTS } from '@milepost/contract/faults';
import { MOVE_OBSTACLES } from '@milepost/contract/move-kinds';
import type { Operation } from '@milepost/contract/operation';
import { OPERATIONS } from '@milepost/contract/operations';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** The sources that create faults, without tests and the list itself. */
async function sourcesOf(...patterns: string[]): Promise<Map<string, string>> {
  const files = globSync(patterns, { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !file.endsWith('contract/src/faults.ts'),
  );
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const)),
  );
}

/** Composed codes: those of a format, of the bounds of strings, lists and numbers, and of an obstacle. */
const COMPOSED = new RegExp(
  `^(?:shape-|at-(?:least|most)|vehicle-(?:${VEHICLE_OBSTACLES.join('|')})$|driver-(?:${DRIVER_OBSTACLES.join('|')})$|move-(?:${MOVE_OBSTACLES.join('|')})$)`,
);

test('every code is used', async () => {
  const sources = [...(await sourcesOf('contract/src/*.ts', 'server/src/**/*.ts', 'web/src/api/*.ts')).values()].join();
  const unused = Object.keys(FAULTS).filter((code) => !COMPOSED.test(code) && !sources.includes(`'${code}'`));
  expect(unused).toEqual([]);
});

test('the contract with its schemas contains only the sentences of the codes', async () => {
  const sources = await sourcesOf('contract/src/*.ts');
  // Summaries of calls are documentation for integrators.
  const summaries = Object.values<Operation>(OPERATIONS).map(({ summary }) => summary);
  const found = [...sources].flatMap(([file, text]) =>
    [...text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '').matchAll(/(['"`])([A-Z][a-z]+ [^'"`\n]*\.)\1/g)]
      .filter(([, , sentence = '']) => !summaries.some((summary) => summary.includes(sentence.split('${')[0] ?? '')))
      .map(([, , sentence]) => `${file}: ${sentence}`),
  );
  expect(found).toEqual([]);
});

test('no failure is built from a sentence', async () => {
  const sources = await sourcesOf('server/src/**/*.ts');
  const made = /\b(?:AppError|fieldError|refused|OutboundError)\((?:[^;]*?)(['"`])[A-Z][a-z]+ [^'"`\n]*\.\1/;
  expect([...sources].filter(([, text]) => made.test(text)).map(([file]) => file)).toEqual([]);
});
