import { expect, test } from 'vitest';
import { draftOf, emptyDraft, meaningAt, profileOf, separatorOf, withMeaning } from './layout-draft.ts';

const FRAME = ['ORBX', '356000000000013', '1959.8472', 'N', '220326'];
const click = (draft = emptyDraft(';'), at: number, meaning: Parameters<typeof withMeaning>[3]) =>
  withMeaning(draft, at, FRAME[at] ?? '', meaning);

test('the separator is the one that gives the most fields', () => {
  expect(separatorOf('$ORBX;1,5;2;3*')).toBe(';');
  expect(separatorOf('$A|B|C')).toBe('|');
  expect(separatorOf('')).toBe(',');
});

test('clicks become a profile, with the vendor and formats that follow from the field', () => {
  const draft = click(click(click(click(undefined, 0, 'vendor'), 1, 'imei'), 2, 'lat'), 4, 'date');
  expect(profileOf(draft)).toEqual({
    separator: ';',
    kind: 'report',
    header: null,
    vendor: 'ORBX',
    layout: {
      fields: { vendor: 0, imei: 1, lat: 2, date: 4 },
      dateForm: 'ddmmyy',
      degreeForm: 'minutes',
      speedUnit: 'kmh',
    },
  });
  expect(draftOf(profileOf(draft))).toEqual(draft);
});

test('a field means one thing, and a thing is one field', () => {
  const changed = click(click(undefined, 0, 'vendor'), 0, 'header');
  expect(profileOf(changed)).toMatchObject({ header: 'ORBX', vendor: null, layout: { fields: { header: 0 } } });
  const moved = click(changed, 3, 'header');
  expect(moved.fields).toEqual({ header: 3 });
  expect(meaningAt(moved, 0)).toBe('nothing');
  expect(profileOf(click(moved, 3, 'nothing'))).toMatchObject({ header: null, layout: { fields: {} } });
});

test.each([
  ['22032026', 'ddmmyyyy'],
  ['20032026', 'ddmmyyyy'],
  ['2026-03-22', 'yyyymmdd'],
  ['20260322101530', 'yyyymmdd'],
  ['220326101530', 'ddmmyy'],
  ['1774174530', 'seconds'],
  ['22', 'parts'],
])('a date such as %s is detected as %s', (value, form) => {
  expect(withMeaning(emptyDraft(','), 0, value, 'date').dateForm).toBe(form);
});
