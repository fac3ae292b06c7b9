import { expect, it } from 'vitest';
import { type Failing, failedAgain } from './late-worker.ts';
import { narrowSpan } from './recompute-facts.ts';

const day = (n: number) => Date.UTC(2026, 0, 1 + n);
const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

/** The result of these failures, and the delay in seconds after each. */
function after(errors: readonly Error[]) {
  let failing: Failing | undefined;
  const pausesS = [];
  let gaveUp = false;
  for (const error of errors) {
    const next = failedAgain(failing, error);
    pausesS.push(next.pauseMs / 1000);
    ({ gaveUp } = next);
    failing = next;
  }
  return { pausesS, gaveUp, failing };
}

it('pauses an installation for a day after its fifth repeated failure, and reports the reason', () => {
  const timeout = withCode('canceling statement due to statement timeout', '57014');
  const { pausesS, gaveUp, failing } = after([
    timeout,
    timeout,
    new RangeError('Invalid string length'),
    timeout,
    timeout,
  ]);
  expect(pausesS).toEqual([5, 10, 20, 40, 86_400]);
  expect(gaveUp).toBe(true);
  expect(failing).toMatchObject({ times: 5, lasting: 5, cause: 'canceling statement due to statement timeout' });
});

it('keeps retrying while the database is unavailable, and after a deadlock', () => {
  const passing = ['ECONNREFUSED', '57P01', '40P01', '23503', '53300', '08006'].map((code) => withCode(code, code));
  const { gaveUp, failing } = after([...passing, ...passing]);
  expect(gaveUp).toBe(false);
  expect(failing).toMatchObject({ times: 12, lasting: 0 });
});

it('retries within a minute of a full disk, however long it was full', () => {
  const full = withCode('could not extend file "base/5/20348": No space left on device', '53100');
  const { pausesS, gaveUp } = after([full, full, full, full, full, full, full]);
  expect(pausesS).toEqual([5, 10, 20, 40, 60, 60, 60]);
  expect(gaveUp).toBe(false);
});

it('retries half of the span after each failure, from the start of a local day, and never before the stored positions', () => {
  const span = { from: day(0), to: day(64) };
  const floorAfter = (times: number) => narrowSpan(null, 'UTC', span, times)?.at ?? null;
  expect([0, 1, 2, 3, 4].map(floorAfter)).toEqual([null, day(32), day(48), day(56), day(60)]);
  // Less than a day is not halved.
  expect(narrowSpan(null, 'UTC', { from: day(9) + 3_600_000, to: day(9) + 7_200_000 }, 3)).toBeNull();
  const stored = { since: day(50), at: day(50) };
  expect([1, 2, 3].map((times) => narrowSpan(stored, 'UTC', span, times)?.at)).toEqual([day(50), day(50), day(56)]);
});
