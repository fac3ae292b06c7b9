import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Id, Instant, listInput, listOutput, Coordinates } from './common.ts';
import { VehicleFacts } from './fact-operations.ts';
import { VEHICLE_STATUSES } from './live-constants.ts';
import { operation } from './operation.ts';
import { SENSOR_KINDS } from './sensor-kinds.ts';
import { SensorShown } from './sensor-operations.ts';
import { SpanTotals } from './timeline-operations.ts';
import { Moved } from './moved.ts';
import { VehicleType } from './vehicle-operations.ts';

/** The longest range of one request for a track, in days: three months, plus a day for their unequal lengths. */
export const MAX_TRACK_DAYS = 93;
/** The maximum age of a fix that is shown for a moment of a track, in hours. */
export const PAST_PLACE_HOURS = 24;
/** The longest range for series of sensors with an expression or smoothing, in days: every report of it is read. */
export const MAX_SENSOR_DAYS = 10;
/** The longest key of a series: an attribute's name, or `sensor:` followed by a sensor's name. */
export const MAX_KEY_LENGTH = 90;
/** The most attributes of one request for series, and the most parts of one series. */
export const MAX_SERIES = 12;
export const MAX_BUCKETS = 2000;

export const TRACK_FORMATS = ['gpx', 'kml', 'csv', 'geojson'] as const;
export type TrackFormat = (typeof TRACK_FORMATS)[number];

const view = { access: { menu: 'history', action: 'view' } } as const;
const range = { vehicleId: Id, from: Instant, to: Instant };
const degrees = (most: number) => z.number().min(-most).max(most);
const Integers = z.array(z.int());

/**
 * A track in columns; each value of `times`, `lats` and `lons` except the first is the difference from the one before.
 */
export const TrackColumns = z.object({
  /** Epoch milliseconds. */
  times: Integers,
  /** 1e-6 degree. */
  lats: Integers,
  lons: Integers,
  /** 0.1 km/h. */
  speeds: Integers,
  /** Degrees clockwise from north. */
  courses: Integers,
  /**
   * The points after a data gap, by the setting of the vehicle's organisation, or after private time: the path to them
   * is unknown.
   */
  breaks: Integers,
});
export type TrackColumns = z.infer<typeof TrackColumns>;

/** A fix with all other values that the device reported with it. */
export const TrackFix = Coordinates.extend({
  time: Instant,
  speedKph: z.number(),
  courseDeg: z.number(),
  altitudeM: z.number().nullable(),
  /** Present if the vehicle was in private time then: the fix is the last public one. */
  isPrivate: z.literal(true).optional(),
  /** The address, or the word for a private place; null if no known place is near. */
  address: z.string().nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])),
});
export type TrackFix = z.infer<typeof TrackFix>;

/** A value that a device reports with its fixes: a number, or yes and no. */
export const SeriesKey = z.object({
  key: z.string(),
  kind: z.enum(['number', 'flag']),
  /** For a sensor: its name, its quantity and the unit of its values. */
  sensor: z
    .object({
      name: z.string(),
      kind: z.enum(SENSOR_KINDS),
      unit: z.string(),
      /** The normal range; null for a side without a limit, and if the sensors of several vehicles differ. */
      normalMin: z.number().nullable(),
      normalMax: z.number().nullable(),
    })
    .optional(),
  /** A raw attribute that a sensor reads; people look at the values of the sensor instead. */
  raw: z.literal(true).optional(),
});
export type SeriesKey = z.infer<typeof SeriesKey>;

/** A vehicle at a past moment. */
export const PastVehicle = z.object({
  id: Id,
  registration: z.string(),
  type: VehicleType,
  groupName: z.string().nullable(),
  /** Set if the vehicle has moved to another organisation since. */
  moved: Moved.nullable(),
  status: z.enum(VEHICLE_STATUSES),
  /** The last fix before the moment, whatever its age; null if there is none. */
  fix: Coordinates.extend({ time: Instant, speedKph: z.number(), courseDeg: z.number() }).nullable(),
  /** Present if the vehicle was in private time then: the fix is the last public one. */
  isPrivate: z.literal(true).optional(),
});
export type PastVehicle = z.infer<typeof PastVehicle>;

export const historyOperations = {
  'get-history-vehicle-list': operation({
    summary: 'Lists vehicles whose history the caller may view, or the one with `vehicleId`.',
    ...view,
    limited: 'allowed',
    errors: [404],
    input: listInput(['registration']).extend({ vehicleId: Id.optional() }),
    output: listOutput(
      z.object({
        id: Id,
        registration: z.string(),
        type: VehicleType,
        groupName: z.string().nullable(),
        moved: Moved.nullable(),
      }),
    ),
  }),
  'get-track': operation({
    summary:
      'Returns the valid fixes of a vehicle from `from` until before `to`, simplified for display: each omitted fix lies within `toleranceM` of the line at its time, and within an eighth of that across it. Beyond `maxPoints` the tolerance grows.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    bounds: {
      'deleted[]': 'the legal holds and installations of a vehicle',
      'private[]': 'MAX_PRIVATE_SPANS of the server, of which the last one covers the rest',
    },
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: z.object({
      ...range,
      /** Metres; 0 returns every fix. */
      toleranceM: z.number().min(0).max(100_000).default(16),
      maxPoints: z.int().min(2).max(100_000).default(30_000),
      /**
       * The area in which the tolerance applies, as [west, south, east, north] in degrees; elsewhere the track is
       * coarser.
       */
      bounds: z.tuple([degrees(180), degrees(90), degrees(180), degrees(90)]).optional(),
      /**
       * Omits implausible fixes, and breaks the track at a jump after which the vehicle stays at the new coordinates.
       */
      plausible: z.boolean().default(false),
    }),
    output: z.object({
      /** The number of fixes that were read, and of points returned for them. */
      fixes: z.int(),
      points: z.int(),
      /** The applied tolerance in metres. */
      toleranceM: z.number(),
      track: TrackColumns,
      /**
       * The parts of the range whose positions were deleted by the retention, if there are any; their trips and stops may
       * remain.
       */
      deleted: z.array(z.object({ from: Instant, to: Instant })).optional(),
      /** The private times of the range, if there are any: the first and the last report of each. */
      private: z.array(z.object({ from: Instant, to: Instant })).optional(),
    }),
  }),
  'get-track-fix': operation({
    summary:
      'Returns the fix of a vehicle at a moment, or the last one before it; null where the device reported nothing in the day before.',
    ...view,
    limited: 'allowed',
    errors: [404],
    example: { vehicleId: 999_999, at: '2026-01-01T00:00:00Z' },
    bounds: {
      'sensors[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
      'raw[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
    },
    input: z.object({ vehicleId: Id, at: Instant }),
    output: z.object({
      fix: TrackFix.nullable(),
      /**
       * The sensors of the vehicle with their last value up to the fix, from the report at `at`; sensors without a
       * value are left out.
       */
      sensors: z.array(SensorShown.extend({ at: Instant })),
      /** The names of the fix's attributes that sensors read. */
      raw: z.array(z.string()),
      /** The road of the fix according to the map file; null if unknown. */
      road: z.object({ name: z.string().nullable(), limitKph: z.int().nullable() }).nullable(),
    }),
  }),
  'get-track-keys': operation({
    summary: 'Returns the series that can be drawn for a range: speed, altitude, sensors and reported attributes.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'keys[]': 'MAX_KEYS of the store',
      'notDrawn[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
    },
    input: z.object(range),
    output: z.object({
      keys: z.array(SeriesKey),
      /** The names of sensors that are left out because the range is longer than `MAX_SENSOR_DAYS`. */
      notDrawn: z.array(z.string()),
    }),
  }),
  'get-track-series': operation({
    summary:
      'Returns the least and the greatest value of attributes in equal parts of a range; null where there was none. Flags are 0 and 1.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', keys: ['speed'] },
    bounds: { 'series[]': 'one for each key of the input' },
    input: z.object({
      ...range,
      keys: z.array(z.string().min(1).max(MAX_KEY_LENGTH)).min(1).max(MAX_SERIES),
      buckets: z.int().min(1).max(MAX_BUCKETS).default(600),
    }),
    output: z.object({
      /** The length of a part in milliseconds. */
      bucketMs: z.number(),
      /** Values further apart than this are not connected, milliseconds: a setting of the vehicle's organisation. */
      holeMs: z.number(),
      series: z.array(
        z.object({ key: z.string(), min: z.array(z.number().nullable()), max: z.array(z.number().nullable()) }),
      ),
    }),
  }),
  'get-vehicle-facts': operation({
    summary:
      'Returns trips, stops, idling, overspeeds, visits and alarms that overlap a range; alarms only with the right to view them.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'trips[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'stops[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'idles[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'tows[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'overspeeds[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'visits[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'alarms[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
    },
    input: z.object(range),
    /** The facts are complete, while the totals only count what lies within the range. */
    output: VehicleFacts.extend({ totals: SpanTotals }),
  }),
  'get-fleet-at': operation({
    summary: 'Returns the last position of each vehicle at a past moment.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    example: { at: '2026-01-01T00:00:00Z' },
    bounds: { 'vehicles[]': 100_000 },
    input: z.object({ at: Instant }),
    output: z.object({ vehicles: z.array(PastVehicle), vehiclesTotal: z.number().int() }),
  }),
  'get-track-file': operation({
    summary: 'Returns every valid fix of a range as a file, in pieces to be concatenated.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    audit: 'export',
    errors: [404],
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', format: 'gpx' },
    input: z.object({
      ...range,
      format: z.enum(TRACK_FORMATS),
      /** The `next` of the previous piece; left out for the first. */
      cursor: z
        .string()
        .regex(/^\d{1,17}\.-?\d{1,10}\.\d{1,17}$/, faultCode('last-cursor'))
        .max(50)
        .optional(),
    }),
    output: z.object({
      text: z.string(),
      /** The number of fixes in this piece. */
      fixes: z.int(),
      /** Null for the last piece. */
      next: z.string().nullable(),
      /** The time up to which the pieces have read the range; null when it is complete. */
      reached: Instant.nullable(),
    }),
  }),
};
