import type { JsonField, JsonMapping } from '@milepost/contract/json-profile-operations';
import { expect, test } from 'vitest';
import {
  draftOf,
  EMPTY_DRAFT,
  filterFor,
  type JsonDraft,
  mappingOf,
  type Meaning,
  meaningOf,
  meaningsOf,
  withMeaning,
} from './json-draft.ts';

const field = (path: string[], value = '1', kind: JsonField['kind'] = 'number'): JsonField => ({ path, kind, value });
const clicked = (...clicks: [JsonField, Meaning][]): JsonDraft =>
  clicks.reduce((draft, [one, meaning]) => withMeaning(draft, one, meaning), EMPTY_DRAFT);

test('clicks become a mapping once the identity field is chosen', () => {
  const draft = clicked(
    [field(['ts'], '1772352000'), 'time'],
    [field(['gps', 'lat']), 'lat'],
    [field(['gps', 'lon']), 'lon'],
    [field(['io', 'cargo-temp']), 'attribute'],
  );
  expect(mappingOf(draft)).toBeNull();
  expect(mappingOf(withMeaning(draft, field(['imei']), 'device'))).toEqual({
    identity: { path: ['imei'] },
    time: { path: ['ts'], form: 'seconds' },
    place: { lat: ['gps', 'lat'], lon: ['gps', 'lon'] },
    speed: null,
    course: null,
    altitude: null,
    ignition: null,
    battery: null,
    attributes: [{ path: ['io', 'cargo-temp'], name: 'cargoTemp' }],
  });
});

test.each([
  ['2026-03-01T08:00:00Z', 'iso'],
  ['1772352000', 'seconds'],
  ['1772352000123', 'milliseconds'],
])('a time such as %s is detected as %s', (value, form) => {
  expect(clicked([field(['t'], value), 'time']).timeForm).toBe(form);
});

test('a field means one thing, and a thing is one field', () => {
  const draft = clicked([field(['a']), 'speed'], [field(['a']), 'course'], [field(['b']), 'course']);
  expect(draft.fields).toEqual({ course: ['b'] });
  expect(meaningOf(draft, ['a'])).toBe('nothing');
  const mapped = withMeaning(draft, field(['b']), 'device');
  expect(meaningOf(mapped, ['b'])).toBe('device');
  expect(mapped.fields).toEqual({});
  expect(withMeaning(mapped, field(['b']), 'nothing').identity).toBeNull();
});

test('a place is one GeoJSON or two fields', () => {
  const point = field(['loc'], '73, 20', 'geojson');
  expect(meaningsOf(point)).toEqual(['geojson', 'nothing']);
  expect(meaningsOf(field(['lat']))).not.toContain('geojson');
  const two = clicked([field(['lat']), 'lat'], [field(['lon']), 'lon']);
  expect(withMeaning(two, point, 'geojson').fields).toEqual({ geojson: ['loc'] });
  expect(clicked([point, 'geojson'], [field(['lat']), 'lat']).fields).toEqual({ lat: ['lat'] });
});

test('attributes have names of letters and digits, each once', () => {
  const { attributes } = clicked(
    [field(['a', 'temp']), 'attribute'],
    [field(['b', 'temp']), 'attribute'],
    [field(['io', '0']), 'attribute'],
    [field(['तापमान']), 'attribute'],
  );
  expect(attributes.map(({ name }) => name)).toEqual(['temp', 'temp2', 'value0', 'value']);
});

test('a mapping is the draft that makes it', () => {
  const mapping: JsonMapping = {
    identity: { level: 1 },
    time: { path: ['t'], form: 'milliseconds' },
    place: { geojson: ['loc'] },
    speed: { path: ['v'], unit: 'knots' },
    course: null,
    altitude: ['alt'],
    ignition: null,
    battery: null,
    attributes: [{ path: ['x'], name: 'door' }],
  };
  expect(mappingOf(draftOf(mapping))).toEqual(mapping);
});

test('the filter leaves open the level that names the device', () => {
  expect(filterFor('fleet/van-9/pos', { ...EMPTY_DRAFT, identity: { level: 1 } })).toBe('fleet/+/pos');
  expect(filterFor('fleet/pos', { ...EMPTY_DRAFT, identity: { path: ['id'] } })).toBe('fleet/pos');
});
