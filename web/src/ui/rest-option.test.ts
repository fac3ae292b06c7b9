import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { restOption } from './rest-option.ts';

const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;

test('a choice says that there are more than it shows, and only then', () => {
  expect(restOption(t, 50, 50)).toEqual([]);
  expect(restOption(t, 0, undefined)).toEqual([]);
  expect(restOption(t, 50, 51)).toEqual([
    { value: -1, label: 'form.first-of {"shown":"50","total":"51"}', disabled: true },
  ]);
});
