import type { OwnField } from '@milepost/contract/own-field-operations';
import { expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { ownColumns, ownCsv } from './own-columns.ts';
import { draftOf, valuesOf } from './own-values.ts';

const field = (id: number, type: OwnField['type'], unit: string | null = null): OwnField => ({
  id,
  organisationId: 1,
  kind: 'vehicle',
  name: `Field ${id}`,
  type,
  unit,
  choices: [],
  required: false,
  version: 1,
});
const fields = [field(1, 'number', 't'), field(2, 'yes-no'), field(3, 'date'), field(4, 'text')];
const row = {
  own: [
    { id: 1, value: 7.5 },
    { id: 2, value: false },
    { id: 3, value: '2026-02-28' },
    { id: 9, value: 'of a field that is gone' },
  ],
};

test('a list shows values as text, a file has unformatted numbers and days', async () => {
  startTexts();
  await loadTexts('en');
  const shown = ownColumns<typeof row, string>(i18n.t, fields).map(({ label, render }) => [label, render(row)]);
  expect(shown.map(([, text]) => (typeof text === 'string' ? text.replaceAll(/[\u2066-\u2069]/g, '') : text))).toEqual([
    expect.stringMatching(/^7\.5.t$/),
    'No',
    expect.stringContaining('2026'),
    '–',
  ]);
  const file = ownCsv<typeof row>(i18n.t, fields).map(({ label, value }) => [label, value(row)]);
  expect(file).toEqual([
    ['Field 1 (t)', 7.5],
    ['Field 2', 'No'],
    ['Field 3', '2026-02-28'],
    ['Field 4', null],
  ]);
});

test('a form sends every field that there is, and nothing of one that is gone', () => {
  expect(valuesOf(draftOf(row.own), fields)).toEqual([...row.own.slice(0, 3), { id: 4, value: null }]);
});
