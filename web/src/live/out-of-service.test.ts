import { expect, test } from 'vitest';
import { outOfServiceAt } from './out-of-service.ts';

test('a vehicle is out of service from the begin of a span up to its end', () => {
  const vehicle = {
    out: [
      { kind: 'work-order' as const, from: 1000, to: 2000 },
      { kind: 'workshop' as const, from: 5000, to: null },
    ],
  };
  expect([999, 1000, 1999, 2000, 5000, 9e15].map((now) => outOfServiceAt(vehicle, now))).toEqual([
    null,
    'work-order',
    'work-order',
    null,
    'workshop',
    'workshop',
  ]);
});
