import { expect, it } from 'vitest';
import { RETENTION_KINDS } from './retention-kinds.ts';
import { RetentionPeriods } from './retention-operations.ts';

const NOTHING_CHOSEN = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, null]));

it('takes no period that would delete everything, nothing in a lifetime, or part of a day', () => {
  for (const kind of RETENTION_KINDS) {
    for (const days of [0, -1, -36_500, 36_501, 1e9, 3.5, Number.NaN, Number.POSITIVE_INFINITY, '30', '', true])
      expect([kind, days, RetentionPeriods.safeParse({ ...NOTHING_CHOSEN, [kind]: days }).success]).toEqual([
        kind,
        days,
        false,
      ]);
    for (const days of [90, 36_500, 'forever', null])
      expect([kind, days, RetentionPeriods.safeParse({ ...NOTHING_CHOSEN, [kind]: days }).success]).toEqual([
        kind,
        days,
        true,
      ]);
  }
});
