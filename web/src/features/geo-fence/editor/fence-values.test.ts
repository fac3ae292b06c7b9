import type { Fence } from '@milepost/contract/fence-operations';
import { FenceInput } from '@milepost/contract/fence-operations';
import { expect, test } from 'vitest';
import { simplified } from './simplified.ts';
import { type FenceValues, startValues, toInput } from './fence-values.ts';

const shape = { kind: 'circle' as const, centre: { lat: 0, lon: 0 }, radiusM: 100 };
const fence: Fence = {
  id: 7,
  organisationId: 1,
  organisationName: 'Own',
  name: 'Depot',
  description: null,
  colour: '#2563d9',
  tags: [],
  shape,
  areaM2: 1,
  speedLimitKph: 50,
  betweenFixes: false,
  schedule: null,
  vehicleIds: [],
  groupIds: [],
  vehicles: [],
  groups: [],
  alarmEnter: true,
  alarmExit: false,
  alarmDwellS: 5400,
  alarmSeverity: 'major',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};

test("speed is shown and read in the person's unit; an unchanged value stays exact", () => {
  const miles = startValues(fence, null, 'imperial');
  // 50 km/h are 31.07 mph.
  expect(miles.speedLimit).toBe(31);
  expect(toInput(miles, fence, 'imperial').speedLimitKph).toBe(50);
  // 40 mph are 64.37376 km/h.
  expect(toInput({ ...miles, speedLimit: 40 }, fence, 'imperial').speedLimitKph).toBeCloseTo(64.373_76, 5);
  expect(toInput({ ...miles, speedLimit: '' }, fence, 'imperial').speedLimitKph).toBeNull();
});

test('the time inside is minutes in the form, and none where it is switched off', () => {
  const values = startValues(fence, null, 'metric');
  expect(values).toMatchObject({ dwells: true, dwellMinutes: 90 });
  expect(toInput(values, fence, 'metric')).toMatchObject({ id: 7, alarmDwellS: 5400 });
  expect(toInput({ ...values, dwells: false }, fence, 'metric').alarmDwellS).toBeNull();
});

test('the initial values of a new form are accepted by the server', () => {
  const values = { ...startValues(null, shape, 'metric'), name: 'Yard', organisationId: 3 };
  const parsed = FenceInput.parse(toInput(values, null, 'metric'));
  expect(parsed).toMatchObject({ name: 'Yard', shape, organisationId: 3, alarmDwellS: null, speedLimitKph: null });
});

const takes = (values: Partial<FenceValues>, known: Fence | null = null) =>
  toInput({ ...startValues(known, null, 'metric'), ...values }, known, 'metric').betweenFixes;

test('crossings between two positions are proposed for a small new one, and stay unchanged for an existing one', () => {
  const large = { ...shape, radiusM: 151 };
  expect([takes({ shape }), takes({ shape: large })]).toEqual([true, false]);
  expect([takes({ shape, betweenFixes: false }), takes({ shape: large, betweenFixes: true })]).toEqual([false, true]);
  // The geofence is 200 m wide, and nobody has chosen the setting.
  expect([takes({}, fence), takes({}, { ...fence, betweenFixes: true })]).toEqual([false, true]);
});

test('simplifying halves the corners and keeps the outline', () => {
  const ring = Array.from({ length: 200 }, (_, index) => {
    const angle = (index / 200) * 2 * Math.PI;
    return { lat: Math.sin(angle) / 100, lon: Math.cos(angle) / 100 };
  });
  const simple = simplified({ kind: 'polygon', rings: [ring] });
  const left = simple.kind === 'polygon' ? (simple.rings[0] ?? []) : [];
  expect(left.length).toBeGreaterThan(16);
  expect(left.length).toBeLessThanOrEqual(100);
  expect(simplified(shape)).toBe(shape);
});
