import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { cutOption, labelledOptions, restOption } from './rest-option.ts';

const texts = createInstance();
const translation = {
  form: { 'first-of': 'The first {{shown}} of {{total}}', 'cut-off': 'First {{shown}} of {{total}}' },
};
const t = await texts.init({ lng: 'en', resources: { en: { translation } } });

test('a select shows that there are more options, and only then', () => {
  expect(restOption(t, 50, 50)).toEqual([]);
  expect(restOption(t, 0, undefined)).toEqual([]);
  expect(restOption(t, 50, 51)).toEqual([{ value: -1, label: 'The first 50 of 51', disabled: true }]);
});

test('a select with a truncated list ends with the total', () => {
  const rows = [{ id: 7, name: 'North' }];
  const north = { value: 7, label: 'North', disabled: false };
  expect(labelledOptions(t, rows, 1)).toEqual([north]);
  expect(labelledOptions(t, undefined, undefined)).toEqual([]);
  expect(labelledOptions(t, rows, 12_345)).toEqual([north, { value: -1, label: 'First 1 of 12,345', disabled: true }]);
  expect(cutOption(t, 10_000, 10_000)).toEqual([]);
});
