import { expect, test } from 'vitest';
import { staleErrors } from './stale-errors.ts';

test('errors of changed values are stale, at any depth; the others are not', () => {
  const before = { name: 'Cold room', condition: { sensor: '', max: null }, points: [{ raw: 0 }, { raw: 0 }] };
  const paths = ['name', 'condition.sensor', 'condition.max', 'points.0.raw', 'points.1.raw'];
  const after = { ...before, condition: { sensor: 'Cold', max: null }, points: [{ raw: 0 }, { raw: 5 }] };
  expect(staleErrors(paths, after, before)).toEqual(['condition.sensor', 'points.1.raw']);
  expect(staleErrors(paths, before, before)).toEqual([]);
});

test('errors of several values typed into one field are stale once it changes, and those of no field stay', () => {
  expect(staleErrors(['phones.1', 'vehicleIds'], { phones: '112, 911' }, { phones: '112, x' })).toEqual(['phones.1']);
});
