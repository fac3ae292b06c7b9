import { Trip } from '@milepost/contract/fact-operations';
import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { boundaryLines } from './trip-why-text.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

const trip = (engineSource: Trip['engineSource']) =>
  Trip.parse({
    id: 1,
    vehicleId: 1,
    start: '2026-11-22T09:29:00Z',
    end: '2026-11-22T10:00:00Z',
    durationS: 1860,
    startPlace: { lat: 0, lon: 0 },
    endPlace: { lat: 0, lon: 0 },
    startAddress: null,
    endAddress: null,
    startReason: 'ignition',
    endReason: 'ignition',
    distanceM: 1000,
    idleS: 0,
    engineSource,
    unseenS: 0,
    averageKph: 30,
    maxKph: 50,
    overspeeds: 0,
    holes: 0,
    bridgedM: 0,
    odometerM: null,
    legs: {},
    drivers: [],
    notes: [],
  });
const reasons = (engineSource: Trip['engineSource']) =>
  boundaryLines(i18n.t, trip(engineSource)).map(({ text }) => text.split(': ')[1]);

test("a trip's begin and end are explained by their source: the ignition only by its wire", () => {
  expect(reasons('wire')).toEqual(['ignition was switched on.', 'ignition was switched off.']);
  expect(reasons('voltage')).toEqual(['engine started (voltage).', 'engine stopped (voltage).']);
  expect(reasons('engineRpm')[0]).toBe('engine started (engine speed).');
  expect(reasons('movement')[1]).toBe('engine stopped.');
});
