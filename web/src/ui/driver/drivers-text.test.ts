import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { driverNames, driversText } from './drivers-text.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

const plain = (text: string | null) => text?.replaceAll(/[\u2066-\u2069]/g, '') ?? null;
const ana = { id: 1, name: 'Ana', source: 'tag', share: 1 } as const;
const ben = { id: 2, name: 'Ben', source: 'assignment', share: 0.25 } as const;

test.each([
  [[], null],
  [[ana], 'Ana (by tag)'],
  [[{ ...ana, share: 0.75 }, ben], 'Ana 75% (by tag), Ben 25% (by assignment)'],
  [[{ ...ben, source: 'usual' as const, share: 0.001 }], 'Ben 1% (usual driver)'],
])('who drove: %j', (drivers, text) => {
  expect(plain(driversText(i18n.t, drivers))).toBe(text);
});

test('a name is shown once', () => {
  expect(plain(driverNames([ana, ben, { ...ana, source: 'usual' }]))).toBe('Ana, Ben');
});
