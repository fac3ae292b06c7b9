import { expect, it } from 'vitest';
import { createWorkShare } from './work-share.ts';

function sharesAt() {
  let now = 0;
  return { shares: createWorkShare(() => now), at: (ms: number) => (now = ms) };
}

it('ordinary reports are free in any number', () => {
  const { shares } = sharesAt();
  shares.spend(1, 1_000_000, 40_000);
  expect(shares.has(1)).toBe(true);
});

it('expensive work uses an allowance of the organisation, which refills by a tenth of the elapsed time', () => {
  const { shares, at } = sharesAt();
  shares.spend(1, 100, 205 + 10);
  expect(shares.has(1)).toBe(false);
  expect(shares.has(2)).toBe(true);
  // 210 ms above the ordinary are 10 more than the allowance.
  at(99);
  expect(shares.has(1)).toBe(false);
  at(101);
  expect(shares.has(1)).toBe(true);
});

it('facts that must be written count as the time that PostgreSQL takes for them', () => {
  const { shares, at } = sharesAt();
  // Four facts of each report are ordinary; 2,010 more are 201 ms.
  shares.spend(1, 250, 0, 1000);
  expect(shares.has(1)).toBe(true);
  shares.spend(1, 250, 0, 1000 + 2010);
  expect(shares.has(1)).toBe(false);
  at(11);
  expect(shares.has(1)).toBe(true);
});

it('organisations also share an allowance, because many may belong to one person', () => {
  const { shares, at } = sharesAt();
  for (const organisationId of [1, 2, 3]) shares.spend(organisationId, 0, 150);
  expect(shares.has(1)).toBe(false);
  at(300);
  expect(shares.has(1)).toBe(true);
});

it('a machine that paused in the middle of a slice uses seconds of the allowance, not hours', () => {
  const { shares, at } = sharesAt();
  shares.spend(1, 1, 3_600_000);
  expect(shares.has(1)).toBe(false);
  // Both debts are capped at one allowance, half of which refills in a second.
  at(2001);
  expect(shares.has(1)).toBe(true);
});
