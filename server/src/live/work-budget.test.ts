import { expect, it } from 'vitest';
import { WorkBudget } from './work-budget.ts';

it("allows a person 100 ms in each second, at nobody else's expense", () => {
  let now = 0;
  const budget = new WorkBudget(() => now);
  const work = (userId: number, ms: number) => budget.run(userId, () => (now += ms));
  work(1, 60);
  expect(budget.isSpent(1)).toBe(false);
  work(1, 250);
  expect([budget.isSpent(1), budget.isSpent(2)]).toEqual([true, false]);
  // 285 ms are used: 60 ms, minus the 25 ms repaid during the next 250 ms, plus these 250 ms. They fall below 100 ms
  // after 1.85 s.
  now += 1840;
  expect(budget.isSpent(1)).toBe(true);
  now += 20;
  expect(budget.isSpent(1)).toBe(false);
});

it('also counts work that fails', () => {
  let now = 0;
  const budget = new WorkBudget(() => now);
  expect(() =>
    budget.run(1, () => {
      now += 500;
      throw new Error('broke');
    }),
  ).toThrow('broke');
  expect(budget.isSpent(1)).toBe(true);
});
