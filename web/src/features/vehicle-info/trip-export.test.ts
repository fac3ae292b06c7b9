import type { TripRow } from '@milepost/contract/timeline-operations';
import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { tripExport } from './trip-export.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

const TRIP: TripRow = {
  id: 1,
  vehicleId: 1,
  registration: 'SBT 4120',
  groupName: null,
  driverName: 'Ana',
  start: '2026-11-20T08:00:00Z',
  end: '2026-11-20T08:30:15Z',
  durationS: 1815,
  startPlace: { lat: -34.9, lon: -56.18 },
  endPlace: { lat: -34.88, lon: -56.15 },
  startAddress: 'Depot',
  endAddress: null,
  startReason: 'movement',
  endReason: 'movement',
  distanceM: 41_230,
  idleS: 0,
  engineSource: 'movement',
  unseenS: 0,
  averageKph: 41,
  maxKph: 78,
  overspeeds: 0,
  holes: 1,
  bridgedM: 0,
  odometerM: null,
  legs: {},
  notes: [],
  drivers: [],
};

test('a trip is exported as numbers, with empty cells for unknown values', () => {
  const row = Object.fromEntries(tripExport(i18n.t).map(({ label, value }) => [label, value(TRIP)]));
  expect(row).toEqual({
    Vehicle: 'SBT 4120',
    Start: '2026-11-20T08:00:00Z',
    End: '2026-11-20T08:30:15Z',
    From: 'Depot',
    To: expect.stringContaining('-34.88'),
    'Distance (km)': 41.2,
    'Duration (min)': 30.3,
    Driver: null,
    'Idling (min)': null,
    'Top speed (km/h)': 78,
    'Data gaps': 1,
  });
});
