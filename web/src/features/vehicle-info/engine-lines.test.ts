import type { VehicleEngine } from '@milepost/contract/engine-operations';
import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { engineLines } from './engine-lines.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

const { t } = i18n;
const since = '2026-11-14T09:30:00.000Z';

const KNOWN: NonNullable<VehicleEngine['known']> = {
  source: 'voltage',
  on: false,
  since,
  wire: { on: true, since, believed: false, doubt: { reason: 'onAtRest', seconds: 7800, since } },
  voltage: { driveV: 28.1, restV: 25.5, borderV: 26.8, running: false, driveReadings: 900, restReadings: 350 },
  revolutions: false,
};
const engine = (known: VehicleEngine['known'], more: Partial<VehicleEngine> = {}): VehicleEngine => ({
  vehicleId: 1,
  deviceId: 1,
  deviceIdentity: '1',
  ignitionSource: 'automatic',
  speedFactor: 1,
  remaking: false,
  known,
  faults: [],
  version: 1,
  ...more,
});
const lineOf = (key: string, given: VehicleEngine) => engineLines(t, given).find((line) => line.key === key);

test('a distrusted wire is shown with the evidence, and since when', () => {
  expect(lineOf('wire', engine(KNOWN))).toMatchObject({
    value: 'Not trusted, on since 14 Nov, 09:30',
    more: 'Since 14 Nov, 09:30 the ignition was reported on for 2 h 10 while parked, with the alternator off.',
    warn: true,
  });
});

test('the source shows who chose it, and if the chosen one reports nothing', () => {
  expect(lineOf('told-by', engine(KNOWN))?.value).toBe('Supply voltage, chosen automatically');
  expect(lineOf('told-by', engine(KNOWN, { ignitionSource: 'voltage' }))?.value).toBe('Supply voltage, set manually');
  expect(lineOf('told-by', engine({ ...KNOWN, source: 'movement' }, { ignitionSource: 'wire' }))?.value).toBe(
    'Movement, because the chosen source (Ignition wire) reports nothing',
  );
});

test('the learned levels are shown beside the threshold; one that is not learned yet is not 0', () => {
  const { voltage } = KNOWN;
  expect(lineOf('voltage', engine(KNOWN))).toMatchObject({
    value: 'Standing 25.5 V, driving 28.1 V',
    more: 'The engine counts as running above 26.8 V (from 1,250 readings).',
  });
  const unlearned = { ...KNOWN, voltage: voltage && { ...voltage, restV: null } };
  expect(lineOf('voltage', engine(unlearned))?.value).toBe('Standing not known yet, driving 28.1 V');
});

test('an engine without a source is neither on nor off', () => {
  expect(lineOf('now', engine({ ...KNOWN, on: null, since: null }))?.value).toBe('–');
  expect(engineLines(t, engine(null))).toEqual([]);
});
