import { expect, test } from 'vitest';
import { readable } from './readable.ts';

test('fix and attributes are laid flat, other parts keep their name in front, unknown values are left out', () => {
  const message = {
    kind: 'report',
    deviceTime: null,
    fix: { lat: -34.9, lon: -56.2, valid: true, altitudeM: null },
    attributes: { ignition: false, alarm: ['sos', 'powerCut'], none: [] },
    cell: { mcc: 748 },
  };
  expect(readable(message)).toEqual([
    ['kind', 'report'],
    ['lat', '-34.9'],
    ['lon', '-56.2'],
    ['valid', 'true'],
    ['ignition', 'false'],
    ['alarm', 'sos, powerCut'],
    ['cell.mcc', '748'],
  ]);
});

test('an instant is shown as a date, another text as it is', () => {
  const pairs = Object.fromEntries(readable({ time: '2026-03-01T10:00:00.000Z', text: '2026-03-01' }));
  expect(pairs['time']).toMatch(/1 Mar 2026/);
  expect(pairs['text']).toBe('2026-03-01');
});
