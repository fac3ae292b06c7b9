import type { JsonField, JsonMapping } from '@milepost/contract/json-profile-operations';

/** The meanings that only one field of a message can have. */
const SINGLE = ['time', 'lat', 'lon', 'geojson', 'speed', 'course', 'altitude', 'ignition', 'battery'] as const;
type Single = (typeof SINGLE)[number];
export type Meaning = 'device' | Single | 'attribute' | 'nothing';
export const MEANINGS: readonly Meaning[] = ['device', ...SINGLE, 'attribute', 'nothing'];

/** The person's choices so far: not yet a mapping. */
export interface JsonDraft {
  identity: JsonMapping['identity'] | null;
  fields: Readonly<Partial<Record<Single, string[]>>>;
  timeForm: NonNullable<JsonMapping['time']>['form'];
  speedUnit: NonNullable<JsonMapping['speed']>['unit'];
  attributes: JsonMapping['attributes'];
}

export const EMPTY_DRAFT: JsonDraft = {
  identity: null,
  fields: {},
  timeForm: 'iso',
  speedUnit: 'kmh',
  attributes: [],
};

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((step, index) => step === other[index]);

/** A position in GeoJSON and one in two fields exclude each other. */
const EXCLUDED: Readonly<Partial<Record<Single, readonly Single[]>>> = {
  geojson: ['lat', 'lon'],
  lat: ['geojson'],
  lon: ['geojson'],
};

/** The possible meanings of a field. */
export const meaningsOf = ({ kind }: Pick<JsonField, 'kind'>): readonly Meaning[] =>
  kind === 'geojson' ? ['geojson', 'nothing'] : MEANINGS.filter((meaning) => meaning !== 'geojson');

export function meaningOf({ identity, fields, attributes }: JsonDraft, path: readonly string[]): Meaning {
  if (identity && 'path' in identity && isSame(identity.path, path)) return 'device';
  const single = SINGLE.find((one) => fields[one] && isSame(fields[one], path));
  if (single) return single;
  return attributes.some((one) => isSame(one.path, path)) ? 'attribute' : 'nothing';
}

/** The draft after a field was given a meaning, which replaces its previous one. */
export function withMeaning(draft: JsonDraft, field: JsonField, meaning: Meaning): JsonDraft {
  const { path } = field;
  const before = meaningOf(draft, path);
  if (before === meaning) return draft;
  const gone: readonly string[] = isSingle(meaning) ? [before, ...(EXCLUDED[meaning] ?? [])] : [before];
  const remaining = Object.entries(draft.fields).filter(([name]) => !gone.includes(name));
  const next: JsonDraft = {
    ...draft,
    identity: before === 'device' ? null : draft.identity,
    fields: Object.fromEntries(remaining),
    attributes: draft.attributes.filter((one) => !isSame(one.path, path)),
  };
  if (meaning === 'nothing') return next;
  if (meaning === 'device') return { ...next, identity: { path } };
  if (meaning === 'attribute') {
    return { ...next, attributes: [...next.attributes, { path, name: attributeName(path, next.attributes) }] };
  }
  return {
    ...next,
    fields: { ...next.fields, [meaning]: path },
    ...(meaning === 'time' && { timeForm: timeFormOf(field) }),
  };
}

const isSingle = (meaning: Meaning): meaning is Single => SINGLE.some((one) => one === meaning);

/** A time since 1973 in milliseconds is above this, one in seconds before the year 5138 below. */
const SMALLEST_MILLISECONDS = 1e11;

/** The likely format of a time. */
function timeFormOf({ value }: JsonField): JsonDraft['timeForm'] {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) return 'iso';
  return number > SMALLEST_MILLISECONDS ? 'milliseconds' : 'seconds';
}

/** A name from the last step of the path: `cargo-temp` becomes `cargoTemp`; a duplicate gets a suffix. */
function attributeName(path: readonly string[], others: JsonDraft['attributes']): string {
  const words = (path.at(-1) ?? '').split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const name = (/^[A-Za-z]/.test(joined) ? joined : `value${joined}`).slice(0, 30);
  const taken = (wanted: string) => others.some((one) => one.name === wanted);
  let number = 2;
  while (taken(`${name}${number}`)) number += 1;
  return taken(name) ? `${name}${number}` : name;
}

/** The mapping of the draft; null before the field with the device's identity is chosen. */
export function mappingOf({ identity, fields, timeForm, speedUnit, attributes }: JsonDraft): JsonMapping | null {
  if (!identity) return null;
  const { lat, lon, geojson } = fields;
  return {
    identity,
    time: fields.time ? { path: fields.time, form: timeForm } : null,
    place: geojson ? { geojson } : lat && lon ? { lat, lon } : null,
    speed: fields.speed ? { path: fields.speed, unit: speedUnit } : null,
    course: fields.course ?? null,
    altitude: fields.altitude ?? null,
    ignition: fields.ignition ?? null,
    battery: fields.battery ?? null,
    attributes,
  };
}

/** The draft of this mapping. */
export function draftOf(mapping: JsonMapping): JsonDraft {
  const { identity, time, place, speed, course, altitude, ignition, battery, attributes } = mapping;
  const fields = { time: time?.path, speed: speed?.path, course, altitude, ignition, battery, ...place };
  return {
    identity,
    fields: Object.fromEntries(Object.entries(fields).filter(([, path]) => path)),
    timeForm: time?.form ?? EMPTY_DRAFT.timeForm,
    speedUnit: speed?.unit ?? EMPTY_DRAFT.speedUnit,
    attributes,
  };
}

/** The topics of all devices with such messages: the identity is replaced by a wildcard. */
export function filterFor(topic: string, { identity }: JsonDraft): string {
  if (!identity || !('level' in identity)) return topic;
  return topic
    .split('/')
    .map((level, index) => (index === identity.level ? '+' : level))
    .join('/');
}
