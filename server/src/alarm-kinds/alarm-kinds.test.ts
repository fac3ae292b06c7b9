import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import { expect, test } from 'vitest';
import { LANGUAGES } from '@milepost/contract/languages';
import { measureOf, sentenceOf } from './alarm-kinds.ts';
import { writerFor } from './writer.ts';

const ALARM = { value: 58, about: 'sos', fence: { name: 'FENCE' }, limitKph: 30 };
const CONDITIONS: { readonly [Kind in AlarmCondition['kind']]: Extract<AlarmCondition, { kind: Kind }> } = {
  overspeed: { kind: 'overspeed', limitKph: null },
  roadSpeed: { kind: 'roadSpeed', overKph: 10 },
  overStay: { kind: 'overStay', afterS: 7200 },
  idling: { kind: 'idling', afterS: 7200 },
  geofenceEnter: { kind: 'geofenceEnter', fenceIds: null },
  geofenceExit: { kind: 'geofenceExit', fenceIds: null },
  geofenceDwell: { kind: 'geofenceDwell', fenceIds: null, afterS: 7200 },
  routeDeviation: { kind: 'routeDeviation', fenceIds: [1], afterS: 0 },
  unauthorisedMovement: { kind: 'unauthorisedMovement', workingHours: [] },
  tow: { kind: 'tow' },
  noData: { kind: 'noData', afterS: 7200 },
  device: { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null },
  driverWithoutTag: { kind: 'driverWithoutTag', afterS: 0 },
  fuelDrop: { kind: 'fuelDrop', dropL: 5, withinS: 600, clearAfterS: null },
  temperature: { kind: 'temperature', attribute: 'temperature1C', minC: null, maxC: 8 },
  sensor: { kind: 'sensor', name: 'FENCE', unit: '°C', min: null, max: 8, on: null, afterS: 600 },
  lowBattery: { kind: 'lowBattery', belowPercent: 20 },
  notInArea: { kind: 'notInArea', fenceIds: [1], atMin: 485, weekdays: [0], toleranceS: 900 },
  tripStart: { kind: 'tripStart' },
  tripEnd: { kind: 'tripEnd' },
  ignitionOn: { kind: 'ignitionOn' },
  ignitionOff: { kind: 'ignitionOff' },
};

/** The names and figures of a sentence, which are the same in every language. */
const figures = (text: string) => (text.match(/FENCE|\d+/g) ?? []).toSorted();

test.each(Object.values(CONDITIONS))(
  '$kind has a text in every language, with the same names and figures',
  (condition) => {
    const sentences = LANGUAGES.map(
      (language) => sentenceOf(ALARM, condition, writerFor({ language, units: 'metric' })) ?? '',
    );
    for (const text of sentences) {
      expect(text).not.toBe('');
      expect(text).not.toMatch(/\{\{|undefined/);
      expect(figures(text)).toEqual(figures(sentences[0] ?? ''));
    }
  },
);

test('a value is shown if there is one', () => {
  expect(measureOf('overspeed')).toBe('speed');
  expect(measureOf('tow')).toBeNull();
  expect(measureOf('of a later version')).toBeNull();
});
