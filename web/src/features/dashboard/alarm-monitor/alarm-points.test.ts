import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { expect, test } from 'vitest';
import { alarmPoints } from './alarm-points.ts';

const alarm = (part: Partial<AlarmRow>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are read
  ({ severity: 'minor', clearedAt: null, acknowledgedAt: null, place: { lat: 1, lon: 2 }, ...part }) as AlarmRow;
const severities = (rows: readonly AlarmRow[]) =>
  alarmPoints(rows, (severity) => severity).features.map(({ properties }) => properties.color);

test('only alarms that wait for somebody and have a place are on the map', () => {
  const at = '2026-11-29T10:00:00Z';
  expect(
    severities([alarm({}), alarm({ clearedAt: at }), alarm({ acknowledgedAt: at }), alarm({ place: null })]),
  ).toEqual(['minor']);
});

test('of five thousand the two hundred most severe are drawn, the most severe on top', () => {
  const many = Array.from({ length: 5000 }, () => alarm({ severity: 'warning' }));
  const shown = alarmPoints([...many, alarm({ severity: 'critical' })], (severity) => severity).features;
  expect(shown).toHaveLength(200);
  const critical = shown.find(({ properties }) => properties.color === 'critical');
  const warning = shown.find(({ properties }) => properties.color === 'warning');
  expect(critical?.properties.order).toBeGreaterThan(warning?.properties.order ?? Infinity);
});
