import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('fields that stayed are left out', () => {
  expect(changesOf({ name: 'A', limit: 3 }, { name: 'A', limit: 4 })).toEqual([
    { field: 'limit', before: '3', after: '4' },
  ]);
});

test('a created field has no before, a deleted one no after', () => {
  expect(changesOf(null, { name: 'A', note: null })).toEqual([{ field: 'name', before: null, after: 'A' }]);
  expect(changesOf({ active: false }, null)).toEqual([{ field: 'active', before: 'false', after: null }]);
});

test('nested values are shown as JSON', () => {
  expect(changesOf({ grants: [1] }, { grants: [1, 2] })).toEqual([{ field: 'grants', before: '[1]', after: '[1,2]' }]);
});
