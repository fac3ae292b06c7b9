import { expect, test } from 'vitest';
import { typedFilter } from './typed-filter.ts';

const filter = { identity: null, address: null, protocol: null, known: false };

test.each([
  ['', {}],
  [' 8675 ', { identity: '8675' }],
  ['SBC 1190', { identity: 'SBC 1190' }],
  ['phone-1.2', { identity: 'phone-1.2' }],
  ['203.0.113.', { address: '203.0.113.' }],
  ['203.0.113.9:4000', { address: '203.0.113.9:4000' }],
  ['2001:db8::', { address: '2001:db8::' }],
])('"%s" is the filter %o', (typed, expected) => {
  expect(typedFilter(typed, null, false)).toEqual({ ...filter, ...expected });
});
