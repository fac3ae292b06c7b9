import { expect, it } from 'vitest';
import type { AlarmCondition } from './alarm-rule.ts';
import type { Fact } from './fact.ts';
import type { Fence } from './fence.ts';
import type { Report } from './report.ts';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from './testing/journey.fixture.ts';

/**
 * What somebody can find out who draws geofences and makes rules: two vehicles that drive the same way in public time, and
 * different ones in private time, must not differ in anything that depends on geofences.
 */

const place = (eastM: number, northM: number) => at(0, eastM, 0, { northM }).position;
const circle = (id: number, northM: number, speedLimitKph: number | null): Fence => ({
  id,
  shape: { kind: 'circle', centre: place(2000, northM), radiusM: 500 },
  speedLimitKph,
  schedule: null,
});
const HOME_M = 4000;
const FENCES: Fence[] = [
  // Around the road, which only the other vehicle never leaves.
  {
    id: 1,
    shape: { kind: 'corridor', line: [place(-500, 0), place(9000, 0)], halfWidthM: 1000 },
    speedLimitKph: null,
    schedule: null,
  },
  circle(2, HOME_M, 7.31),
  circle(3, 90_000, 20),
  { ...circle(4, 2000, 9.9), betweenFixes: true },
];
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const minutes = (second: number) => 480 + second / 60;
const CONDITIONS: AlarmCondition[] = [
  { kind: 'geofenceEnter', fenceIds: null },
  { kind: 'geofenceExit', fenceIds: null },
  { kind: 'geofenceDwell', fenceIds: null, afterS: 60 },
  { kind: 'geofenceDwell', fenceIds: [1], afterS: 900 },
  { kind: 'notInArea', fenceIds: [2, 3], atMin: minutes(1200), weekdays: everyDay, toleranceS: 60 },
  { kind: 'notInArea', fenceIds: [2], atMin: minutes(1200), weekdays: everyDay, toleranceS: 60 },
  { kind: 'notInArea', fenceIds: [2, 3], atMin: minutes(1740), weekdays: everyDay, toleranceS: 90 },
  { kind: 'routeDeviation', fenceIds: [2, 3], afterS: 0 },
  { kind: 'routeDeviation', fenceIds: [1], afterS: 60 },
  { kind: 'overspeed', limitKph: null },
  { kind: 'roadSpeed', overKph: 0 },
];

const [PRIVATE_FROM, PRIVATE_TO] = [600, 1800];
const LAST_PUBLIC = place(5900, 0);

/** Drives east; in private time to the home and back, or up and down the road, at the same speed. */
function drive(isHome: boolean, lastIsValid: boolean): Report[] {
  const reports: Report[] = [];
  for (let second = 0; second <= 2400; second += 10) {
    const isPrivate = second >= PRIVATE_FROM && second < PRIVATE_TO;
    const awayM = isPrivate ? Math.max(0, 6000 - Math.abs(second - 1200) * 10) : 0;
    const eastM = isPrivate
      ? isHome
        ? 6000
        : 6000 + awayM / 4
      : second < PRIVATE_FROM
        ? second * 10
        : 6000 + second - PRIVATE_TO;
    const northM = isPrivate && isHome ? awayM : 0;
    const valid = second !== PRIVATE_TO || lastIsValid;
    const { position, hash } = at(second, eastM - 4000, 36, { northM, valid });
    reports.push({
      position: { ...position, roadLimitKph: isPrivate && isHome ? 20 : 100 },
      hash,
      ...(isPrivate && { sealed: { place: LAST_PUBLIC } }),
    });
  }
  return reports;
}

const rules = CONDITIONS.map((condition, id) => ({ id, condition, coolDownS: 0, schedule: null }));
const context = contextOf({ fences: FENCES, rules, settings: { speedLimitKph: null } });

/** The facts that depend on geofences, without distances, which count in private time too. */
const placed = (facts: readonly Fact[]) =>
  (['visit', 'stay', 'overspeed', 'alarm'] as const).flatMap((kind) =>
    ofKind(facts, kind).map((fact) => {
      const { key, confirmedAt, start } = fact;
      if (fact.kind === 'alarm')
        return { key, start, last: fact.lastAt, cleared: fact.clearedAt, about: fact.about, count: fact.count };
      return { key, confirmedAt, start, end: fact.end };
    }),
  );

/** The same without private time. */
const open = (reports: readonly Report[]) => reports.map(({ position, hash }) => ({ position, hash }));

it.each([true, false])(
  'visits, alarms and speed limits do not tell where a vehicle was (first fix valid: %s)',
  (valid) => {
    const [home, road] = [drive(true, valid), drive(false, valid)].map((reports) => factsOf(reports, context));
    if (!home || !road) throw new Error('there are no facts');
    expect(placed(home)).toEqual(placed(road));
    const visits = ofKind(home, 'visit');
    expect(visits.map(({ fenceId }) => fenceId)).toEqual([1, 1]);
    // It ends with the public time, and begins anew with the first public fix, or the second if that one has no place.
    expect([visits[0]?.end, visits[1]?.start].map((time) => ((time ?? 0) - T0) / 1000)).toEqual([
      PRIVATE_FROM,
      valid ? PRIVATE_TO : PRIVATE_TO + 10,
    ]);
    // Without private time they differ: the test sees what it is to see.
    expect(placed(factsOf(open(drive(true, valid)), context))).not.toEqual(
      placed(factsOf(open(drive(false, valid)), context)),
    );
  },
);

it('an alarm after private time has no place of it, before the first public fix', () => {
  const rule = {
    id: 99,
    condition: { kind: 'device', codes: ['door'], clearCodes: [], clearAfterS: null } as const,
    coolDownS: 0,
    schedule: null,
  };
  const reports = drive(true, true).filter(({ position }) => position.fixTime.getTime() < T0 + 1300 * 1000);
  const facts = factsOf([...reports, statusAt(1310, { alarm: ['door'] })], contextOf({ rules: [rule] }));
  expect(ofKind(facts, 'alarm').map(({ place: shown }) => shown)).toEqual([null]);
});
