import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';
import { beforeAll, expect, test } from 'vitest';
import type { VehicleState } from '../../live/vehicle-state.ts';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { cardFacts } from './card-facts.ts';

const NOW = Date.UTC(2026, 10, 22, 19);
const VEHICLE = {
  id: 1,
  registration: 'SBA 7014',
  type: 'truck',
  makeModel: null,
  groupId: null,
  groupName: null,
  driverName: null,
  driverObstacle: null,
  out: [] as never[],
  deviceIdentity: null,
  protocol: null,
} as const;
const REPORTED = {
  since: NOW,
  place: { lat: -34.9, lon: -56.2 },
  speedKph: 22,
  courseDeg: 90,
  fixTime: NOW,
  heardAt: NOW,
  ignition: true,
  fixValid: true,
  isPrivate: false,
  satellites: 14,
  batteryPercent: 83,
  powerV: 28.2,
  rssi: 4,
};
const OF_NOW = ['ignition', 'gps', 'power', 'signal'];

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

const valuesOf = (state: VehicleState) =>
  cardFacts(i18n.t, VEHICLE, state, undefined, NOW)
    .filter(({ key }) => OF_NOW.includes(key))
    .map(({ value }) => value);

test('the last report of a silent vehicle is not shown as its present state', () => {
  const isPast = (status: VehicleState['status']) =>
    valuesOf({ ...REPORTED, status }).map((value) => value.startsWith('Last known: '));
  expect(VEHICLE_STATUSES.filter((status) => isPast(status).every(Boolean))).toEqual(['inactive', 'silent']);
  expect(VEHICLE_STATUSES.filter((status) => isPast(status).some(Boolean))).toEqual(['inactive', 'silent']);
  expect(valuesOf({ ...REPORTED, status: 'silent' })[0]).toBe('Last known: On');
});

const odometerLines = (more: { attributes: { odometerM: number }; odometerM: number | null }) =>
  cardFacts(i18n.t, VEHICLE, { ...REPORTED, status: 'running' }, more, NOW).flatMap(({ key, label, value }) =>
    key.endsWith('odometer') ? [`${label}: ${value.replaceAll(/\D/g, '')}`] : [],
  );

test("the vehicle's meter and the device's own odometer are two lines with two labels", () => {
  const attributes = { odometerM: 137_185_000 };
  expect(odometerLines({ attributes, odometerM: 72_280_000 })).toEqual(['Odometer: 72280', 'Device odometer: 137185']);
  // A reading of the device is never shown as the vehicle's meter.
  expect(odometerLines({ attributes, odometerM: null })).toEqual(['Device odometer: 137185']);
});

test('a vehicle in private time has the word for its place, and no line about its fix', () => {
  const more = { place: 'Av. Italia 2500' };
  const lines = cardFacts(i18n.t, VEHICLE, { ...REPORTED, status: 'running', isPrivate: true }, more, NOW);
  expect(lines.find(({ key }) => key === 'place')?.value).toBe('Private');
  expect(lines.map(({ key }) => key)).not.toContain('gps');
});
