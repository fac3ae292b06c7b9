import { describe, expect, it } from 'vitest';
import type { AnyReport, Report } from './report.ts';
import { at, contextOf, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';

/** Drives east at a speed, on a road with a limit; null: the limit is unknown. */
function on(second: number, speedKph: number, limitKph: number | null): Report {
  const { position, hash } = at(second, second * 15, speedKph);
  return { hash, position: { ...position, ...(limitKph !== null && { roadLimitKph: limitKph }) } };
}

function written(reports: AnyReport[], overKph = 0, coolDownS = 0) {
  const rules = [{ id: 1, condition: { kind: 'roadSpeed' as const, overKph }, coolDownS, schedule: null }];
  return ofKind(factsOf(reports, contextOf({ rules })), 'alarm').map(({ start, clearedAt, value, about }) => ({
    from: (start - T0) / 1000,
    to: clearedAt === null ? null : (clearedAt - T0) / 1000,
    value,
    about,
  }));
}

describe('faster than the road allows', () => {
  it('begins with the first fix above the limit, and ends with the first that is not', () => {
    const reports = [on(0, 50, 50), on(10, 54, 50), on(20, 61, 50), on(30, 58, 50), on(40, 50, 50)];
    expect(written(reports)).toEqual([{ from: 10, to: 40, value: 61, about: 50 }]);
  });

  it('allows the given tolerance above the limit', () => {
    const reports = [on(0, 59, 50), on(10, 60, 50), on(20, 60, 50), on(30, 61, 50), on(40, 62, 50), on(50, 60, 50)];
    expect(written(reports, 10)).toEqual([{ from: 30, to: 50, value: 62, about: 50 }]);
  });

  it('needs more than a single fix, which may be matched to a neighbouring road', () => {
    expect(written([on(0, 80, 90), on(5, 80, 30), on(10, 80, 90), on(20, 80, 90)])).toEqual([]);
  });

  it('is unknown without a limit', () => {
    expect(written([on(0, 120, null), on(10, 120, null), on(40, 120, null)])).toEqual([]);
  });

  it('continues for a minute between two roads, not longer, and ends when it is slow', () => {
    const fast = [on(0, 60, 50), on(10, 60, 50)];
    expect(written([...fast, on(70, 60, null), on(75, 60, 50)])).toEqual([{ from: 0, to: null, value: 60, about: 50 }]);
    expect(written([...fast, on(71, 60, null)])).toEqual([{ from: 0, to: 71, value: 60, about: 50 }]);
    expect(written([...fast, on(20, 19, null)])).toEqual([{ from: 0, to: 20, value: 60, about: 50 }]);
  });

  it('states the limit of the road where it began, and no speed of another one', () => {
    const reports = [on(0, 60, 50), on(10, 62, 50), on(20, 95, 80), on(30, 65, 50), on(40, 40, 50)];
    expect(written(reports)).toEqual([{ from: 0, to: 40, value: 65, about: 50 }]);
  });
});
