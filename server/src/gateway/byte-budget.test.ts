import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

test('a budget has a limit in total, and one per key', () => {
  const budget = new ByteBudget({ total: 100, perKey: 60 });
  const here = budget.lease('here');
  expect(here.set(61)).toBe(false);
  expect(here.set(60)).toBe(true);
  expect(budget.lease('here').set(1)).toBe(false);
  const there = budget.lease('there');
  expect(there.set(41)).toBe(false);
  expect(there.set(40)).toBe(true);
  // A refused change has no effect. A lease can always shrink, which frees room.
  expect(here.set(61)).toBe(false);
  expect([here.bytes, budget.taken]).toEqual([60, 100]);
  expect(here.set(10)).toBe(true);
  expect(there.set(60)).toBe(true);
});

test('leases that are closed together, closed twice, and used afterwards leak nothing', () => {
  const budget = new ByteBudget({ total: 100, perKey: 100 });
  const leases = [10, 20, 30].map((bytes) => {
    const lease = budget.lease('here');
    lease.set(bytes);
    return lease;
  });
  expect(budget.taken).toBe(60);
  for (const lease of [...leases, ...leases]) lease.close();
  for (const lease of leases) expect(lease.set(50)).toBe(false);
  expect(budget.taken).toBe(0);
  expect(budget.lease('here').set(100)).toBe(true);
});

test('the free part of a lease uses no budget, and the rest moves to another lease as a whole', () => {
  const unknownBudget = new ByteBudget({ total: 100, perKey: 100 });
  const known = new ByteBudget({ total: 100, perKey: 100 });
  unknownBudget.lease('there').set(100);
  const lease = unknownBudget.lease('here', 20);
  expect([lease.set(20), unknownBudget.taken]).toEqual([true, 100]);
  expect(lease.set(21)).toBe(false);
  lease.moveTo(known);
  expect(lease.set(50)).toBe(true);
  expect([unknownBudget.taken, known.taken]).toEqual([100, 30]);
  // The lease stays in its budget when the other one has no room.
  lease.moveTo(unknownBudget);
  expect([unknownBudget.taken, known.taken]).toEqual([100, 30]);
  lease.close();
  lease.moveTo(unknownBudget);
  expect([unknownBudget.taken, known.taken]).toEqual([100, 0]);
});
