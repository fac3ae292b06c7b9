import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Id, Instant, listInput, listOutput, Place } from './common.ts';
import { VehicleFacts } from './fact-routes.ts';
import { VEHICLE_STATUSES } from './live-constants.ts';
import { route } from './route.ts';
import { SENSOR_KINDS } from './sensor-kinds.ts';
import { SensorShown } from './sensor-routes.ts';
import { SpanTotals } from './timeline-routes.ts';
import { Moved } from './moved.ts';
import { VehicleType } from './vehicle-routes.ts';

/** The longest range of one question about a track, days: three months and a day for their unequal lengths. */
export const MOST_TRACK_DAYS = 93;
/** How far a fix may lie before the moment of a track that is asked for, hours. */
export const PAST_PLACE_HOURS = 24;
/** Days over which sensors with an expression or smoothing are drawn: they are read report by report. */
export const MOST_SENSOR_DAYS = 10;
/** Of an attribute by its name, or of a sensor: `sensor:` and what it is called. */
export const MOST_KEY = 90;
/** Most attributes of one question for series, and most pieces of one series. */
export const MOST_SERIES = 12;
export const MOST_BUCKETS = 2000;

export const TRACK_FORMATS = ['gpx', 'kml', 'csv', 'geojson'] as const;
export type TrackFormat = (typeof TRACK_FORMATS)[number];

const view = { access: { menu: 'history', action: 'view' } } as const;
const range = { vehicleId: Id, from: Instant, to: Instant };
const degrees = (most: number) => z.number().min(-most).max(most);
const Integers = z.array(z.int());

/** A track in columns; each value but the first of `times`, `lats` and `lons` is the difference to the one before. */
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
  /** Points before which there is a hole, as the vehicle's organisation sets it: nobody knows the way there. */
  breaks: Integers,
});
export type TrackColumns = z.infer<typeof TrackColumns>;

/** One fix with all that the device said beside it. */
export const TrackFix = Place.extend({
  time: Instant,
  speedKph: z.number(),
  courseDeg: z.number(),
  altitudeM: z.number().nullable(),
  /** Where it is in words; null where no place is near. */
  address: z.string().nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])),
});
export type TrackFix = z.infer<typeof TrackFix>;

/** Something that a device reports with its fixes: figures, or yes and no. */
export const SeriesKey = z.object({
  key: z.string(),
  kind: z.enum(['number', 'flag']),
  /** Of a sensor: its name, what it measures and the unit of its values. */
  sensor: z
    .object({
      name: z.string(),
      kind: z.enum(SENSOR_KINDS),
      unit: z.string(),
      /** Its normal range; null where that side has no limit, and where the sensors of several vehicles differ. */
      normalMin: z.number().nullable(),
      normalMax: z.number().nullable(),
    })
    .optional(),
  /** A raw attribute that a sensor reads: the values of the sensor are those for people. */
  raw: z.literal(true).optional(),
});
export type SeriesKey = z.infer<typeof SeriesKey>;

/** A vehicle at a past moment. */
export const PastVehicle = z.object({
  id: Id,
  registration: z.string(),
  type: VehicleType,
  groupName: z.string().nullable(),
  /** Where it moved to another organisation since. */
  moved: Moved.nullable(),
  status: z.enum(VEHICLE_STATUSES),
  /** The last one before the moment, however old; null where there is none. */
  fix: Place.extend({ time: Instant, speedKph: z.number(), courseDeg: z.number() }).nullable(),
});
export type PastVehicle = z.infer<typeof PastVehicle>;

export const historyRoutes = {
  /** The vehicles whose history may be asked for; with `vehicleId` that one. */
  'get-history-vehicle-list': route({
    ...view,
    limited: 'allowed',
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
  /**
   * All valid fixes of a vehicle from `from` up to `to` (not included), thinned for display: each fix that is left out
   * lies within `toleranceM` of where the line is at its time, and an eighth of that across the way. Where that is more than `maxPoints`, the tolerance grows.
   */
  'get-track': route({
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: z.object({
      ...range,
      /** Metres; 0 gives every fix. */
      toleranceM: z.number().min(0).max(100_000).default(16),
      maxPoints: z.int().min(2).max(100_000).default(30_000),
      /** Where the tolerance holds, as [west, south, east, north] in degrees; elsewhere the track is coarser. */
      bounds: z.tuple([degrees(180), degrees(90), degrees(180), degrees(90)]).optional(),
      /** Leaves impossible fixes out, and breaks the track at a leap to where the vehicle then stays. */
      plausible: z.boolean().default(false),
    }),
    output: z.object({
      /** Fixes that were read, and points given for them. */
      fixes: z.int(),
      points: z.int(),
      /** The tolerance that holds, metres. */
      toleranceM: z.number(),
      track: TrackColumns,
    }),
  }),
  /** The fix at a moment, or the last before it; null where the device said nothing in the day before. */
  'get-track-fix': route({
    ...view,
    limited: 'allowed',
    example: { vehicleId: 999_999, at: '2026-01-01T00:00:00Z' },
    bounds: {
      'sensors[]': 'MOST_SENSORS of the contract, twice: of the vehicle and of its profile',
      'raw[]': 'MOST_SENSORS of the contract, twice: of the vehicle and of its profile',
    },
    input: z.object({ vehicleId: Id, at: Instant }),
    output: z.object({
      fix: TrackFix.nullable(),
      /** The sensors of the vehicle with their last value up to the fix, of the report of `at`; those without one are left out. */
      sensors: z.array(SensorShown.extend({ at: Instant })),
      /** Names of attributes of the fix that sensors read. */
      raw: z.array(z.string()),
      /** The road that it was on, by the map file; null where that is not known. */
      road: z.object({ name: z.string().nullable(), limitKph: z.int().nullable() }).nullable(),
    }),
  }),
  /** What there is to draw series of in a range: speed and altitude, sensors, and what the device reported. */
  'get-track-keys': route({
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'keys[]': 'MOST_KEYS of the store',
      'notDrawn[]': 'MOST_SENSORS of the contract, twice: of the vehicle and of its profile',
    },
    input: z.object(range),
    output: z.object({
      keys: z.array(SeriesKey),
      /** Names of sensors that are drawn of `MOST_SENSOR_DAYS` at most, where the range is longer. */
      notDrawn: z.array(z.string()),
    }),
  }),
  /** Least and greatest value of attributes in equal parts of a range; null where there was none. Flags are 0 and 1. */
  'get-track-series': route({
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', keys: ['speed'] },
    bounds: { 'series[]': 'one for each key of the input' },
    input: z.object({
      ...range,
      keys: z.array(z.string().min(1).max(MOST_KEY)).min(1).max(MOST_SERIES),
      buckets: z.int().min(1).max(MOST_BUCKETS).default(600),
    }),
    output: z.object({
      /** Length of a part, milliseconds. */
      bucketMs: z.number(),
      /** Values further apart are not to be joined, milliseconds: a setting of the vehicle's organisation. */
      holeMs: z.number(),
      series: z.array(
        z.object({ key: z.string(), min: z.array(z.number().nullable()), max: z.array(z.number().nullable()) }),
      ),
    }),
  }),
  /** Trips, stops, idles, overspeeds, visits and alarms that touch the range; no alarms without the right to view them. */
  'get-vehicle-facts': route({
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'trips[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'stops[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'idles[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'tows[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'overspeeds[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'visits[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'alarms[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
    },
    input: z.object(range),
    /** The facts are told in full, the totals are of what lies within the range. */
    output: VehicleFacts.extend({ totals: SpanTotals }),
  }),
  /** All vehicles at a past moment, each where it was last heard. */
  'get-fleet-at': route({
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    example: { at: '2026-01-01T00:00:00Z' },
    bounds: { 'vehicles[]': 100_000 },
    input: z.object({ at: Instant }),
    output: z.object({ vehicles: z.array(PastVehicle), vehiclesTotal: z.number().int() }),
  }),
  /** Every valid fix of a range as a file, in pieces to be put one after the other. */
  'get-track-file': route({
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', format: 'gpx' },
    input: z.object({
      ...range,
      format: z.enum(TRACK_FORMATS),
      /** What the last piece gave as `next`; left out for the first. */
      cursor: z
        .string()
        .regex(/^\d{1,17}\.-?\d{1,10}\.\d{1,17}$/, faultCode('last-cursor'))
        .max(50)
        .optional(),
    }),
    output: z.object({
      text: z.string(),
      /** Fixes in this piece. */
      fixes: z.int(),
      /** Null with the last piece. */
      next: z.string().nullable(),
      /** How far into the range this piece reaches; null where it is done. */
      reached: Instant.nullable(),
    }),
  }),
};
