import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import { expect, test } from 'vitest';
import type { AlarmStory } from '../store/alarm-delivery/alarm-story.ts';
import { span } from '../alarm-kinds/writer.ts';
import { alarmWords } from './alarm-words.ts';

const STORY: AlarmStory = {
  id: 1,
  severity: 'major',
  startedAt: new Date('2026-01-05T23:30:00Z'),
  lastAt: new Date('2026-01-05T23:31:00Z'),
  deviceClock: null,
  clearedAt: null,
  count: 1,
  place: { lat: -34.9, lon: -56.2 },
  value: null,
  about: null,
  ruleId: 2,
  ruleName: 'Rule',
  condition: null,
  vehicleId: 3,
  registration: 'SBA 1',
  groupName: null,
  organisationId: 1,
  organisationName: 'Fleet',
  fence: null,
  limitKph: null,
};
const METRIC = { timeZone: 'UTC', units: 'metric', language: 'en' } as const;
const text = (
  condition: AlarmCondition,
  story: Partial<AlarmStory> = {},
  reader: Parameters<typeof alarmWords>[1] = METRIC,
) => alarmWords({ ...STORY, condition, ...story }, reader, () => null).text;

test.each<[AlarmCondition, Partial<AlarmStory>, string]>([
  [{ kind: 'overspeed', limitKph: 90 }, { value: 104.4, limitKph: 90 }, '104 km/h, the limit is 90 km/h'],
  [
    { kind: 'overspeed', limitKph: null },
    { value: 58.2, limitKph: 30, fence: { id: 4, name: 'School' } },
    '58 km/h, the limit in School is 30 km/h',
  ],
  [{ kind: 'overStay', afterS: 7200 }, {}, 'stopped for 2 h'],
  [{ kind: 'geofenceEnter', fenceIds: null }, { fence: { id: 4, name: 'Depot' } }, 'entered Depot'],
  [{ kind: 'noData', afterS: 600 }, { value: 95 }, 'silent for 1 h 35 min'],
  [{ kind: 'tow' }, {}, 'moving with the engine off'],
  [
    { kind: 'device', codes: ['hardBraking'], clearCodes: [], clearAfterS: null },
    { about: 'hardBraking' },
    'Harsh braking',
  ],
  [{ kind: 'temperature', attribute: 'temperature1C', minC: null, maxC: 8 }, { value: 9.46 }, '9.5 °C'],
])('%j has a sentence', (condition, story, words) => {
  expect(text(condition, story)).toBe(`${words} · 5 Jan, 23:30 UTC`);
});

test("is written in the reader's units and time zone, with the place if known", () => {
  const reader = { timeZone: 'Asia/Kolkata', units: 'imperial', language: 'en' } as const;
  const story = { ...STORY, condition: { kind: 'overspeed', limitKph: null }, value: 100 } as const;
  expect(alarmWords(story, reader, () => 'Rambla')).toEqual({
    title: 'SBA 1: Rule',
    // 100 km/h are 62.1 mph; 23:30 UTC is 05:00 of the next day, 5 h 30 ahead.
    text: '62 mph · Rambla · 6 Jan, 05:00 UTC+5:30',
  });
});

test("is written in the reader's language", () => {
  const condition = { kind: 'geofenceEnter', fenceIds: null } as const;
  const story = { fence: { id: 4, name: 'Depot' } };
  expect(text(condition, story, { ...METRIC, language: 'hi' })).toBe('Depot में प्रवेश · 5 जन॰, 11:30 pm UTC');
  const braked: AlarmCondition = { kind: 'device', codes: ['hardBraking'], clearCodes: [], clearAfterS: null };
  expect(text(braked, { about: 'hardBraking' }, { ...METRIC, language: 'ar' })).toMatch(/^فرملة حادة · /);
});

test('states that the clock of the device is wrong, and that the time is that of receipt', () => {
  const sos: AlarmCondition = { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null };
  const deviceClock = new Date('2009-01-01T00:00:19Z');
  expect(text(sos, { about: 'sos', deviceClock })).toMatch(
    /5 Jan, 23:30 UTC · time of receipt; the device’s clock is wrong and shows 1 Jan 2009, 00:00 UTC$/,
  );
});

test('has spans in two units at most', () => {
  expect([59, 60, 3599, 3600, 5400, 86_400, 93_600].map((seconds) => span(seconds))).toEqual([
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '1 h 30 min',
    '1 d',
    '1 d 2 h',
  ]);
});
