import type { Fact } from '@milepost/tracking/fact';
import { expect, test } from 'vitest';
import type { Installation } from '../fleet/installations.ts';
import { FACT_KINDS } from './fact-tables.ts';
import { factsJson, isWritable } from './fact-writes.ts';

const AT = Date.UTC(2026, 4, 4, 12);
const readings = (change: Partial<Extract<Fact, { kind: 'readings' }>>): Fact => ({
  kind: 'readings',
  key: 'readings:1',
  confirmedAt: AT,
  start: AT,
  end: null,
  durationS: 60,
  sensorId: 1,
  low: 4,
  high: 6,
  valueS: 300,
  offsets: [0],
  values: [5],
  lats: [null],
  lons: [null],
  moving: null,
  ...change,
});
const INSTALLATION: Installation = {
  id: 1,
  deviceId: 1,
  vehicleId: 1,
  organisationId: 1,
  groupId: null,
  vehicleType: 'car',
  ignitionSource: 'automatic',
  speedFactor: 1,
  from: AT,
  to: null,
  inWorkshop: [],
};

test('a fact with a non-finite number is left out, and the others of its statement are written', () => {
  const broken = [{ low: Infinity }, { valueS: NaN }, { values: [5, -Infinity] }].map(readings);
  expect(broken.map(isWritable)).toEqual([false, false, false]);
  const facts = [...broken.map((fact, index) => ({ ...fact, key: `broken:${index}` })), readings({ key: 'whole' })];
  const json = factsJson([
    { installation: INSTALLATION, facts, state: null, checkpoints: [], late: [], severities: new Map() },
  ]);
  const rows: { key: string }[] = JSON.parse(json[FACT_KINDS.indexOf('readings')] ?? '[]');
  expect(rows.map(({ key }) => key)).toEqual(['whole']);
});
