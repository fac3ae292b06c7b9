import { expect, test } from 'vitest';
import { compassKey } from './compass.ts';

test('each point of the compass has the 45 degrees around it', () => {
  expect([0, 22, 23, 90, 180, 270, 337, 338, 360, -45].map(compassKey)).toEqual([
    'n',
    'n',
    'ne',
    'e',
    's',
    'w',
    'nw',
    'n',
    'n',
    'nw',
  ]);
});
