import { afterEach, beforeAll, expect, test } from 'vitest';
import { NO_ZONES, setFormat } from '../../../text/format-settings.ts';
import { i18n, loadTexts, startTexts } from '../../../text/i18n.ts';
import { fieldName, inWords } from '../../../ui/telemetry/field-name.ts';
import { readable } from './readable.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  setFormat({ language: 'en', ...NO_ZONES, units: 'metric' });
});

const lines = (message: object) => readable(i18n.t, message).map(({ label, value }) => `${label}: ${value}`);

test('fix and attributes are flattened to text, other parts keep their name as a prefix, unknown values are omitted', () => {
  const message = {
    kind: 'report',
    deviceTime: null,
    fix: { lat: -34.9, lon: -56.2, valid: true, speedKph: 42.4, courseDeg: 123, altitudeM: null },
    attributes: { ignition: false, alarm: ['sos', 'powerCut'], none: [], powerV: 13.814, odometerM: 1_234_567 },
    cell: { mcc: 748 },
  };
  expect(lines(message)).toEqual([
    'Type: Report',
    'Latitude: -34.9',
    'Longitude: -56.2',
    'GPS fix: Yes',
    'Speed: 42 km/h',
    'Direction: 123°',
    'Ignition: No',
    'Alarm: SOS, Power cut',
    'Power supply: 13.81 V',
    'Device odometer: 1,235 km',
    'Cell · MCC: 748',
  ]);
});

test('speeds and distances are in the units of the person', () => {
  setFormat({ language: 'en', ...NO_ZONES, units: 'imperial' });
  expect(lines({ fix: { speedKph: 100, altitudeM: 100 } })).toEqual(['Speed: 62 mph', 'Altitude: 328 ft']);
});

test("characters that change the direction of a device's text are made visible", () => {
  expect(lines({ attributes: { note: '12\u202e34', ['ev\u202eil']: 'x' } })).toEqual([
    'Note: 12‹U+202E›34',
    'Ev‹U+202E›il: x',
  ]);
});

test('fields that the catalogue lacks are labelled by their own names', () => {
  expect(lines({ attributes: { bleTemperature2C: 4.5, networkTechnology: 'lte', alarm: ['newAlarm'] } })).toEqual([
    'Ble temperature 2: 4.5 °C',
    'Network technology: lte',
    'Alarm: New alarm',
  ]);
  expect(inWords('io')).toBe('IO');
});

test('a name is split into stem, number and unit', () => {
  expect(fieldName('temperature1C')).toEqual({ stem: 'temperature', number: '1', unit: 'C' });
  expect(fieldName('input12')).toEqual({ stem: 'input', number: '12', unit: null });
  expect(fieldName('vin')).toEqual({ stem: 'vin', number: '', unit: null });
});

test('a time is shown as a date, another text unchanged', () => {
  const [instant, text] = lines({ time: '2026-03-01T10:00:00.000Z', text: '2026-03-01' });
  expect(instant).toMatch(/^GPS time: .*1 Mar 2026/);
  expect(text).toBe('Text: 2026-03-01');
});
