import type { Visit } from '@milepost/contract/fact-operations';
import type { Band, TimelineRow } from '@milepost/contract/timeline-operations';
import { expect, test } from 'vitest';
import { lanesOf, momentOf, nextStop, stopsOf } from './row-spans.ts';

const at = (clock: string) => `2026-11-20T${clock}:00.000Z`;
const ms = (clock: string) => Date.parse(at(clock));
const band = (kind: Band['kind'], start: string, end: string): Band => ({
  kind,
  start: at(start),
  end: at(end),
  open: false,
  distanceM: null,
  maxKph: null,
  place: null,
  endPlace: null,
  engineSource: null,
  drivers: [],
});
const visit = (fenceName: string, start: string, end: string | null): Visit => ({
  id: 1,
  vehicleId: 1,
  start: at(start),
  end: end && at(end),
  durationS: 0,
  fenceId: 1,
  fenceName,
  fenceColour: '#2563d9',
  distanceM: 0,
  entryKph: 0,
  betweenFixes: false,
  exitKph: null,
});
const row: TimelineRow = {
  id: 1,
  registration: 'SBA 1001',
  type: 'van',
  groupName: null,
  moved: null,
  driverName: null,
  bands: [band('standing', '06:00', '08:00'), band('driving', '08:00', '09:00'), band('idling', '08:30', '08:35')],
  visits: [visit('Depot', '05:00', '08:05')],
  alarms: [],
  totals: {
    distanceM: 0,
    drivingS: 0,
    standingS: 0,
    idleS: 0,
    stopS: 0,
    unseenS: 0,
    engineKnownS: 0,
    tows: 0,
    towM: 0,
    towS: 0,
    trips: 1,
    tripsBefore: 0,
  },
};

test('a moment has the motion, the visits, and the surrounding trip', () => {
  const moment = momentOf(row, ms('08:31'), 0, ms('12:00'));
  expect(moment.band?.kind).toBe('idling');
  expect(moment.around?.kind).toBe('driving');
  expect(momentOf(row, ms('08:00'), 0, ms('12:00')).visits).toHaveLength(1);
  expect(momentOf(row, ms('10:00'), 0, ms('12:00'))).toEqual({
    band: null,
    around: null,
    aroundUnknownS: 0,
    visits: [],
    alarms: [],
  });
});

test('overlapping visits have separate lanes; an ongoing one extends to now', () => {
  const placed = lanesOf(
    [visit('City', '06:00', null), visit('Harbour', '07:00', '08:00'), visit('Market', '08:00', '09:00')],
    ms('10:00'),
  );
  expect(placed.map(({ lane, end }) => [lane, end])).toEqual([
    [0, ms('10:00')],
    [1, ms('08:00')],
    [1, ms('09:00')],
  ]);
});

test('arrow keys go from begin to begin', () => {
  const stops = stopsOf(row, ms('05:30'), ms('23:59'));
  expect(stops).toEqual([ms('05:30'), ms('06:00'), ms('08:00'), ms('08:30')]);
  expect(nextStop(stops, ms('06:00'), 1)).toBe(ms('08:00'));
  expect(nextStop(stops, ms('05:30'), -1)).toBe(ms('05:30'));
});

test('unknown time within a stop is part of every moment of it', () => {
  const bands = [
    band('standing', '06:00', '12:00'),
    band('unknown', '05:00', '07:00'),
    band('unknown', '09:00', '10:00'),
  ];
  const silent = { ...row, bands };
  expect(momentOf(silent, ms('11:00'), 0, ms('12:00')).aroundUnknownS).toBe(2 * 3600);
  const unknown = momentOf(silent, ms('09:30'), 0, ms('12:00'));
  expect([unknown.band?.kind, unknown.around?.kind]).toEqual(['unknown', 'standing']);
});
