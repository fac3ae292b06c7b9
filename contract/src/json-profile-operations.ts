import { z } from 'zod';
import { Empty, Id, Instant, text, Version } from './common.ts';
import { DeviceContact } from './device-operations.ts';
import { faultCode } from './fault.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

export const MAX_JSON_PROFILES = 100;
export const MAX_JSON_ATTRIBUTES = 40;
/** How many messages of an unknown form are shown, and how many fields of one. */
export const MAX_JSON_MESSAGES = 20;
const MAX_FIELDS = 200;
export const SPEED_UNITS = ['kmh', 'ms', 'mph', 'knots'] as const;
export const TIME_FORMS = ['iso', 'seconds', 'milliseconds'] as const;

/** The path of a field in a message: names, and list indexes counted from 0. */
const Path = z.array(z.string().min(1).max(64)).max(8);
export const AttributeName = text(40).regex(/^[A-Za-z][A-Za-z0-9_]*$/, faultCode('attribute-name'));

/** The meaning of the fields of a JSON message. */
export const JsonMapping = z.object({
  /** The source of the device's identity: a level of the topic, counted from 0, or a field. */
  identity: z.union([z.object({ level: z.number().int().min(0).max(15) }), z.object({ path: Path })]),
  /** Null: the time of receipt. */
  time: z.object({ path: Path, form: z.enum(TIME_FORMS) }).nullable(),
  /** Two fields, or one that contains GeoJSON; null: messages have no coordinates. */
  place: z.union([z.object({ lat: Path, lon: Path }), z.object({ geojson: Path })]).nullable(),
  speed: z.object({ path: Path, unit: z.enum(SPEED_UNITS) }).nullable(),
  /** Degrees clockwise from north. */
  course: Path.nullable(),
  /** Metres. */
  altitude: Path.nullable(),
  ignition: Path.nullable(),
  /** Per cent. */
  battery: Path.nullable(),
  attributes: z.array(z.object({ path: Path, name: AttributeName })).max(MAX_JSON_ATTRIBUTES),
});
export type JsonMapping = z.infer<typeof JsonMapping>;

/** A message as received: over a connection of the device, from a broker, or over HTTP with its path as the topic. */
export const JsonMessage = z.object({
  topic: z.string(),
  carrier: z.enum(['mqtt', 'broker', 'http']),
  address: z.string(),
  at: Instant,
  /** The number of messages under this topic. */
  count: z.number().int(),
  text: z.string(),
});
export type JsonMessage = z.infer<typeof JsonMessage>;

/** How to decode the JSON messages of some topics. */
export const JsonProfile = z.object({
  id: Id,
  name: z.string(),
  /** An MQTT topic filter. */
  filter: z.string(),
  mapping: JsonMapping,
  changedBy: z.string().nullable(),
  changedAt: Instant,
  version: Version,
  /**
   * Since the start: the number of messages that it decoded, the number that it could not, and the reason for the last
   * failure.
   */
  messages: z.number().int(),
  faults: z.number().int(),
  fault: z.string().nullable(),
  /** The last message. */
  last: JsonMessage.nullable(),
});
export type JsonProfile = z.infer<typeof JsonProfile>;

/** The operator's MQTT broker to which the server connects. */
export const Broker = z.object({
  /** Without user and password. */
  address: z.string(),
  state: z.enum(['connected', 'connecting', 'away']),
  since: Instant,
  /** Why it is disconnected. */
  fault: z.string().nullable(),
  filters: z.array(z.string()),
  /** Topic filters that the broker refuses. */
  refused: z.array(z.string()),
  messages: z.number().int(),
});
export type Broker = z.infer<typeof Broker>;

export const JsonField = z.object({
  path: z.array(z.string()),
  kind: z.enum(['number', 'text', 'boolean', 'null', 'geojson']),
  value: z.string(),
});
export type JsonField = z.infer<typeof JsonField>;

const connecting = grant('connect-device');

/** Profiles apply to the whole installation, like the device ports, so they belong to the root organisation. */
export const jsonProfileOperations = {
  'get-json-profile-list': operation({
    summary: 'Lists the profiles by which JSON messages of devices are read; empty except for the root organisation.',
    access: connecting('view'),
    limited: 'denied',
    bounds: {
      'profiles[]': 'MAX_JSON_PROFILES of the contract',
      'profiles[].mapping.attributes[]': 'MAX_JSON_ATTRIBUTES of the contract',
      'profiles[].mapping.identity.path[]': 'eight, by the input',
      'profiles[].mapping.time.path[]': 'eight, by the input',
      'profiles[].mapping.place.lat[]': 'eight, by the input',
      'profiles[].mapping.place.lon[]': 'eight, by the input',
      'profiles[].mapping.place.geojson[]': 'eight, by the input',
      'profiles[].mapping.speed.path[]': 'eight, by the input',
      'profiles[].mapping.course[]': 'eight, by the input',
      'profiles[].mapping.altitude[]': 'eight, by the input',
      'profiles[].mapping.ignition[]': 'eight, by the input',
      'profiles[].mapping.battery[]': 'eight, by the input',
      'profiles[].mapping.attributes[].path[]': 'eight, by the input',
      'messages[]': 'MAX_JSON_MESSAGES of the contract',
      'broker.filters[]': 'one for each profile, and those of the settings',
      'broker.refused[]': 'one for each profile, and those of the settings',
    },
    input: Empty,
    output: z.object({
      profiles: z.array(JsonProfile),
      /** True if the caller's organisation can have profiles. */
      mine: z.boolean(),
      /** Messages of an unknown form, newest first. */
      messages: z.array(JsonMessage),
      /** Null if the operator did not configure one. */
      broker: Broker.nullable(),
    }),
  }),
  'get-json-preview': operation({
    summary:
      'Returns the fields of a JSON message and what it means by a mapping, read by the code that decodes arriving messages.',
    access: connecting('view'),
    limited: 'denied',
    bodyBytes: 163_840,
    example: {
      topic: 'fleet/van-7',
      message: '{"lat":20,"lon":73}',
      mapping: {
        identity: { level: 1 },
        time: null,
        place: { lat: ['lat'], lon: ['lon'] },
        speed: null,
        course: null,
        altitude: null,
        ignition: null,
        battery: null,
        attributes: [],
      },
    },
    bounds: { 'fields[]': 'MAX_FIELDS of the contract', 'fields[].path[]': 'eight, by the input' },
    input: z.object({
      topic: text(200),
      message: z.string().max(16_384),
      /** Null: only list the fields. */
      mapping: JsonMapping.nullable(),
    }),
    output: z.object({
      fields: z.array(JsonField).max(MAX_FIELDS),
      identity: z.string().nullable(),
      decoded: DeviceContact.shape.decoded,
    }),
  }),
  'save-json-profile': operation({
    summary: 'Creates or changes a profile of JSON messages.',
    access: connecting('edit'),
    limited: 'denied',
    bodyBytes: 98_304,
    subject: 'installation-wide',
    audit: 'json-profile',
    errors: [404, 409],
    oneRight: 'it defines how messages of all devices are read',
    example: {
      name: 'Vans',
      filter: 'fleet/+',
      mapping: {
        identity: { level: 1 },
        time: null,
        place: { lat: ['lat'], lon: ['lon'] },
        speed: null,
        course: null,
        altitude: null,
        ignition: null,
        battery: null,
        attributes: [],
      },
    },
    input: z.object({
      id: Id.optional(),
      name: text(60),
      filter: text(200, 'topic-filter'),
      mapping: JsonMapping,
      version: Version.optional(),
    }),
    output: z.object({ id: Id, version: Version }),
  }),
  'delete-json-profile': operation({
    summary: 'Deletes a profile of JSON messages. Saving it again undoes it.',
    access: connecting('edit'),
    limited: 'denied',
    subject: 'installation-wide',
    audit: 'json-profile',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
};
