import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { restOption } from './rest-option.ts';

const texts = createInstance();
const translation = { form: { 'first-of': 'The first {{shown}} of {{total}}' } };
const t = await texts.init({ lng: 'en', resources: { en: { translation } } });

test('a choice says that there are more than it shows, and only then', () => {
  expect(restOption(t, 50, 50)).toEqual([]);
  expect(restOption(t, 0, undefined)).toEqual([]);
  expect(restOption(t, 50, 51)).toEqual([{ value: -1, label: 'The first 50 of 51', disabled: true }]);
});
