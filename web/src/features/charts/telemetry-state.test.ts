import { expect, test } from 'vitest';
import { readTelemetryState, writeTelemetryState } from './telemetry-state.ts';

test('an address opens the view from which it was written', () => {
  const state = {
    vehicleIds: [7, 3],
    keys: ['speed', 'odd,key&=%'],
    range: [Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 2)] as const,
    compare: '2026-01-25',
  };
  expect(readTelemetryState(new URLSearchParams(writeTelemetryState(state).toString()))).toEqual(state);
});

test('invalid parameters of an address are ignored', () => {
  const params = new URLSearchParams('vehicles=0,x,5,5,-1&value=&from=2026-02-02&to=2026-02-01&compare=2026-02-30');
  expect(readTelemetryState(params)).toEqual({ vehicleIds: [5], keys: [], range: null, compare: null });
});
