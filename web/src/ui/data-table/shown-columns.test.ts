import { expect, test } from 'vitest';
import { OPTIONAL } from './column.ts';
import { cardColumns, choosable, shownColumns } from './shown-columns.ts';

const columns = [
  { key: 'vehicle', from: 2000 },
  { key: 'start' },
  { key: 'speed', from: 1200 },
  { key: 'map', bare: true },
];
const keys = (width: number, choice: Record<string, boolean> = {}) =>
  shownColumns(columns, width, choice).map(({ key }) => key);

test('a narrow table omits columns that need more width, and a wide one shows all', () => {
  expect(keys(1199)).toEqual(['vehicle', 'start', 'map']);
  expect(keys(1200)).toEqual(['vehicle', 'start', 'speed', 'map']);
});

test("a person's choice applies at any width", () => {
  expect(keys(400, { speed: true })).toEqual(['vehicle', 'start', 'speed', 'map']);
  expect(keys(1600, { start: false })).toEqual(['vehicle', 'speed', 'map']);
});

test('the identifying column and the buttons always stay', () => {
  expect(choosable(columns).map(({ key }) => key)).toEqual(['start', 'speed']);
  expect(keys(1600, { vehicle: false, map: false })).toEqual(['vehicle', 'start', 'speed', 'map']);
});

const keysOf = (shown: { key: string }[]) => shown.map(({ key }) => key);

test('an optional column is shown where a person chose it, at any width and on a phone', () => {
  const many = [{ key: 'vehicle' }, { key: 'colour', from: OPTIONAL }, { key: 'map', wideOnly: true }];
  for (const width of [0, 3000]) {
    expect(keysOf(shownColumns(many, width, {}))).toEqual(['vehicle', 'map']);
    expect(keysOf(shownColumns(many, width, { colour: true }))).toEqual(['vehicle', 'colour', 'map']);
  }
  expect(keysOf(cardColumns(many, {}))).toEqual(['vehicle']);
  expect(keysOf(cardColumns(many, { colour: true }))).toEqual(['vehicle', 'colour']);
});

test('until the width is known nothing is omitted', () => {
  expect(keys(0)).toEqual(['vehicle', 'start', 'speed', 'map']);
});
