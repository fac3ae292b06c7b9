import { z } from 'zod';
import { EngineStop } from './command-routes.ts';
import { SensorShown } from './sensor-routes.ts';
import { Id, Instant, listInput, listOutput } from './common.ts';
import { DeviceFault } from './device-fault.ts';
import { AlarmFact, DaySums, EngineSource, Stop, Tow, Trip, Visit } from './fact-routes.ts';
import { route } from './route.ts';
import { AtTheWheel, TripDriver } from './who-drove.ts';
import { Moved } from './moved.ts';
import { Vehicle, VehicleType } from './vehicle-routes.ts';

/** What a vehicle was seen doing: `unknown` is what nobody saw, `tow` is moved with its engine off. */
export const BandKind = z.enum(['driving', 'idling', 'standing', 'unknown', 'tow']);
export type BandKind = z.infer<typeof BandKind>;

/** One span of the band of a day. Idling and what is unknown lie on what they happened in, and come after. */
export const Band = z.object({
  kind: BandKind,
  start: Instant,
  /** Of what goes on: the newest moment that is known. */
  end: Instant,
  /** It goes on. */
  open: z.boolean(),
  /** Of the whole trip or tow; null for what is none. */
  distanceM: z.number().nullable(),
  maxKph: z.number().nullable(),
  /** Where it began, or stood, in words. */
  place: z.string().nullable(),
  /** Where the trip or tow ended. */
  endPlace: z.string().nullable(),
  /** Who drove the trip; empty for what is none. */
  drivers: z.array(TripDriver),
  /** From what it is known whether the engine ran; null for what is unknown. */
  engineSource: EngineSource.nullable(),
});
export type Band = z.infer<typeof Band>;

/**
 * Sums of a vehicle over a range. Of a trip over its edge the part within counts: what was driven of it where the range
 * is a local day of the vehicle's organisation, else in proportion to its time.
 */
export const SpanTotals = z.object({
  distanceM: z.number(),
  /** Time in trips without idling, and without what nobody saw. */
  drivingS: z.number(),
  /** Standing: time in stops, and with the engine on in trips. With `drivingS`, `towS` and `unseenS` the whole time. */
  standingS: z.number(),
  /** Standing with the engine on, in trips and at stops; cannot be told where `engineKnownS` is 0. */
  idleS: z.number(),
  /** Time in stops, without what nobody saw. */
  stopS: z.number(),
  /** What nobody saw: neither driving nor standing. */
  unseenS: z.number(),
  /** Time in trips, stops and tows in which a source told whether the engine was on or off. */
  engineKnownS: z.number(),
  /** Tows that began in the range, and the metres and seconds of tows within it. */
  tows: z.number().int(),
  towM: z.number(),
  towS: z.number(),
  /** Trips that began in the range. */
  trips: z.number().int(),
  /** Trips beside those that had begun before it and went on into it: what they drove within counts. */
  tripsBefore: z.number().int(),
});
export type SpanTotals = z.infer<typeof SpanTotals>;

export const TimelineRow = z.object({
  /** Of the vehicle. */
  id: Id,
  registration: z.string(),
  type: VehicleType,
  groupName: z.string().nullable(),
  /** Who drove in the range, or who would now where nobody did. */
  driverName: z.string().nullable(),
  /** Where it moved to another organisation since. */
  moved: Moved.nullable(),
  bands: z.array(Band),
  visits: z.array(Visit),
  alarms: z.array(AlarmFact),
  totals: SpanTotals,
});
export type TimelineRow = z.infer<typeof TimelineRow>;

/** Whose a fact is, in a list over many vehicles; the driver is that of its beginning. */
const Subject = z.object({
  registration: z.string(),
  groupName: z.string().nullable(),
  driverName: z.string().nullable(),
});

export const TripRow = Trip.extend(Subject.shape);
export type TripRow = z.infer<typeof TripRow>;
export const TowRow = Tow.extend(Subject.shape);
export type TowRow = z.infer<typeof TowRow>;

const Range = { from: Instant, to: Instant };
const history = { menu: 'history', action: 'view' } as const;

export const timelineRoutes = {
  /** What vehicles did from `from` up to `to`, at most two days, a page of vehicles at a time. */
  'get-timeline': route({
    access: { menu: 'timeline', action: 'view' },
    limited: 'allowed',
    weight: 'heavy',
    example: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'rows[].bands[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'rows[].visits[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'rows[].alarms[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
    },
    input: listInput(['registration', 'groupName']).extend({
      ...Range,
      groupId: Id.optional(),
      /** Only these. */
      vehicleIds: z.array(Id).max(200).optional(),
      pageSize: z.number().int().min(1).max(200).default(50),
    }),
    output: listOutput(TimelineRow),
  }),
  /**
   * Trips that began from `from` up to `to`, at most 400 days. Of many vehicles, more than 10,000 are not counted to the
   * end; the total is then always more than what was given so far, so that going on page by page gives them all.
   */
  'get-trip-list': route({
    access: history,
    limited: 'allowed',
    weight: 'heavy',
    example: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: listInput(['start', 'distance', 'duration', 'registration']).extend({
      ...Range,
      vehicleId: Id.optional(),
      groupId: Id.optional(),
    }),
    output: listOutput(TripRow),
  }),
  /** Stops of a vehicle that began from `from` up to `to`, at most 400 days. */
  'get-stop-list': route({
    access: history,
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: z.object({ vehicleId: Id, ...Range, page: pageNumber(), pageSize: pageSize() }),
    output: listOutput(Stop),
  }),
  /**
   * Movements with the engine off that began from `from` up to `to`, at most 400 days, newest first: of the fleet, of a
   * group, or of one vehicle.
   */
  'get-tow-list': route({
    access: history,
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: listInput(['start', 'distance', 'duration', 'registration']).extend({
      ...Range,
      direction: z.enum(['asc', 'desc']).default('desc'),
      vehicleId: Id.optional(),
      groupId: Id.optional(),
    }),
    output: listOutput(TowRow),
  }),
  /** Alarms of a vehicle that began from `from` up to `to`, at most 400 days, newest first. */
  'get-vehicle-alarms': route({
    access: { menu: 'alarms', action: 'view' },
    limited: 'allowed',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: z.object({ vehicleId: Id, ...Range, page: pageNumber(), pageSize: pageSize() }),
    output: listOutput(AlarmFact),
  }),
  /** The card of the live map: what the vehicle did since `from` (at most two days ago), and what holds now. */
  'get-vehicle-day': route({
    access: { menu: 'live-map', action: 'view' },
    limited: 'allowed',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'visits[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'alarms[]':
        'MOST_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
    },
    input: z.object({ vehicleId: Id, ...Range }),
    output: z.object({
      totals: SpanTotals,
      lastStop: Stop.nullable(),
      /** Fences in which it is now. */
      visits: z.array(Visit),
      /** Those that are active; empty without the right to view alarms. */
      alarms: z.array(AlarmFact),
    }),
  }),
  /** The page of a vehicle: the vehicle, and its totals of the last days that it has any, newest first. */
  'get-vehicle-overview': route({
    access: { menu: 'vehicles', action: 'view' },
    limited: 'allowed',
    example: { vehicleId: 999_999 },
    bounds: {
      'sensors[]': 'MOST_SENSORS of the contract, twice: of the vehicle and of its profile',
      'vehicle.own[]': 'MOST_OWN_FIELDS of the contract',
      'days[]': 'the days of the input',
    },
    input: z.object({ vehicleId: Id, days: z.number().int().min(1).max(31).default(7) }),
    output: z.object({
      vehicle: Vehicle,
      position: z.object({ lat: z.number(), lon: z.number(), fixTime: Instant, speedKph: z.number() }).nullable(),
      place: z.string().nullable(),
      wheel: AtTheWheel,
      /** Null where the engine was not stopped by command, or is resumed. */
      engineStop: EngineStop.nullable(),
      /** Of the newest message. */
      sensors: z.array(SensorShown),
      /** Time zone of the days: that of the caller's organisation. */
      timeZone: z.string(),
      /** The day it is now in that zone. */
      today: z.iso.date(),
      days: z.array(DaySums),
      /** What the device showed wrong in the last days. */
      faults: z.array(DeviceFault),
    }),
  }),
};

function pageNumber() {
  return z.number().int().min(1).max(1_000_000).default(1);
}

function pageSize() {
  return z.number().int().min(1).max(500).default(50);
}
