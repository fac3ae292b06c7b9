import type { FactOfStop } from '@milepost/contract/run-day-routes';
import { expect, test } from 'vitest';
import { differenceOf } from './difference.ts';

const at = (clock: string) => `2026-03-02T${clock}:00.000Z`;
const stop = (vehicle: [string, string] | null, said: Partial<NonNullable<FactOfStop['said']>> | null): FactOfStop => ({
  outletId: 1,
  code: 'A',
  name: 'A',
  place: null,
  stopId: 1,
  state: vehicle ? 'done' : 'missed',
  order: null,
  arrivedAt: vehicle && at(vehicle[0]),
  departedAt: vehicle && at(vehicle[1]),
  stoodS: 0,
  legS: null,
  late: false,
  doubt: null,
  expectedAt: null,
  errorS: null,
  changedAfterClose: null,
  said: said && { arrivedAt: null, doneAt: null, skippedAt: null, skipReason: null, note: null, ...said },
});

test('what the driver says is held against where the vehicle was', () => {
  expect(differenceOf(stop(['09:00', '09:10'], null))).toBeNull();
  expect(differenceOf(stop(['09:00', '09:10'], { doneAt: at('09:08') }))).toBeNull();
  // Said a little later, on the way.
  expect(differenceOf(stop(['09:00', '09:10'], { doneAt: at('09:24') }))).toBeNull();
  expect(differenceOf(stop(['09:00', '09:10'], { doneAt: at('07:30') }))).toBe('other-time');
  expect(differenceOf(stop(['09:00', '09:10'], { doneAt: at('09:26') }))).toBe('other-time');
  expect(differenceOf(stop(null, { doneAt: at('20:00') }))).toBe('elsewhere');
  expect(differenceOf(stop(null, { skippedAt: at('09:00'), skipReason: 'closed' }))).toBeNull();
  expect(differenceOf(stop(['09:00', '09:10'], { skippedAt: at('09:00') }))).toBe('served');
  expect(differenceOf({ ...stop(null, { doneAt: at('20:00') }), state: 'unknown' })).toBeNull();
});
