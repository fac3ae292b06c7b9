import { z } from 'zod';
import { EngineStop } from './command-operations.ts';
import { SensorShown } from './sensor-operations.ts';
import { Id, Instant, listInput, listOutput } from './common.ts';
import { DeviceFault } from './device-fault.ts';
import { AlarmFact, DaySums, EngineSource, Stop, Tow, Trip, Visit } from './fact-operations.ts';
import { operation } from './operation.ts';
import { AtTheWheel, TripDriver } from './who-drove.ts';
import { Moved } from './moved.ts';
import { Vehicle, VehicleType } from './vehicle-operations.ts';

/** The activity of a vehicle: `unknown` is time without data, `tow` a movement with its engine off. */
export const BandKind = z.enum(['driving', 'idling', 'standing', 'unknown', 'tow']);
export type BandKind = z.infer<typeof BandKind>;

/** One span of the band of a day. Idling and unknown time overlap the span in which they occurred, and follow it. */
export const Band = z.object({
  kind: BandKind,
  start: Instant,
  /** For an open span: the newest known time. */
  end: Instant,
  /** It is still in progress. */
  open: z.boolean(),
  /** The distance of the whole trip or tow; null for other spans. */
  distanceM: z.number().nullable(),
  maxKph: z.number().nullable(),
  /** The address where it began or stood. */
  place: z.string().nullable(),
  /** The address where the trip or tow ended. */
  endPlace: z.string().nullable(),
  /** The drivers of the trip; empty for other spans. */
  drivers: z.array(TripDriver),
  /** The source of the engine's state; null for unknown time. */
  engineSource: EngineSource.nullable(),
});
export type Band = z.infer<typeof Band>;

/**
 * The sums of a vehicle over a range. Only the part of a trip within the range counts: exactly if the range is a local
 * day of the vehicle's organisation, otherwise in proportion to its time.
 */
export const SpanTotals = z.object({
  distanceM: z.number(),
  /** Time in trips without idling and without unknown time. */
  drivingS: z.number(),
  /**
   * Standing: stops, and idling within trips. `drivingS`, `standingS`, `towS` and `unseenS` add up to the whole time.
   */
  standingS: z.number(),
  /** Standing with the engine on, in trips and at stops; unknown if `engineKnownS` is 0. */
  idleS: z.number(),
  /** Time in stops, without unknown time. */
  stopS: z.number(),
  /** Time without data: neither driving nor standing. */
  unseenS: z.number(),
  /** Time in trips, stops and tows in which a source reported the engine as on or off. */
  engineKnownS: z.number(),
  /** The tows that began in the range, and the metres and seconds of tows within it. */
  tows: z.number().int(),
  towM: z.number(),
  towS: z.number(),
  /** The trips that began in the range. */
  trips: z.number().int(),
  /** Trips that began before the range and continued into it; their part within the range counts. */
  tripsBefore: z.number().int(),
});
export type SpanTotals = z.infer<typeof SpanTotals>;

export const TimelineRow = z.object({
  /** The id of the vehicle. */
  id: Id,
  registration: z.string(),
  type: VehicleType,
  groupName: z.string().nullable(),
  /** The driver in the range, or the driver who would drive now if there was none. */
  driverName: z.string().nullable(),
  /** Set if the vehicle has moved to another organisation since. */
  moved: Moved.nullable(),
  bands: z.array(Band),
  visits: z.array(Visit),
  alarms: z.array(AlarmFact),
  totals: SpanTotals,
});
export type TimelineRow = z.infer<typeof TimelineRow>;

/** The vehicle and driver of a fact in a list over many vehicles; the driver is the one at its start. */
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

export const timelineOperations = {
  'get-timeline': operation({
    summary: 'Returns the activity of vehicles in a range of at most two days, a page of vehicles at a time.',
    access: { menu: 'timeline', action: 'view' },
    limited: 'allowed',
    weight: 'heavy',
    example: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'rows[].bands[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'rows[].visits[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'rows[].alarms[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
    },
    input: listInput(['registration', 'groupName']).extend({
      ...Range,
      groupId: Id.optional(),
      /** Only these vehicles. */
      vehicleIds: z.array(Id).max(200).optional(),
      pageSize: z.number().int().min(1).max(200).default(50),
    }),
    output: listOutput(TimelineRow),
  }),
  'get-trip-list': operation({
    summary:
      'Lists trips that started in a range of at most 400 days. Of many vehicles, more than 10,000 trips are not counted exactly; the total then always exceeds what was returned so far, so that paging on returns all.',
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
  'get-stop-list': operation({
    summary: 'Lists stops of a vehicle that started in a range of at most 400 days.',
    access: history,
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: z.object({ vehicleId: Id, ...Range, page: pageNumber(), pageSize: pageSize() }),
    output: listOutput(Stop),
  }),
  'get-tow-list': operation({
    summary:
      'Lists movements with the engine off that started in a range of at most 400 days, the newest first: of the fleet, of a group or of one vehicle.',
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
  'get-vehicle-alarms': operation({
    summary: 'Lists alarms of a vehicle that started in a range of at most 400 days, the newest first.',
    access: { menu: 'alarms', action: 'view' },
    limited: 'allowed',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: z.object({ vehicleId: Id, ...Range, page: pageNumber(), pageSize: pageSize() }),
    output: listOutput(AlarmFact),
  }),
  'get-vehicle-day': operation({
    summary:
      'Returns the totals of a vehicle since `from`, at most two days ago, with its last stop, open visits and active alarms, for the card of the live map.',
    access: { menu: 'live-map', action: 'view' },
    limited: 'allowed',
    errors: [404],
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'visits[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'alarms[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
    },
    input: z.object({ vehicleId: Id, ...Range }),
    output: z.object({
      totals: SpanTotals,
      lastStop: Stop.nullable(),
      /** The geofences in which it is now. */
      visits: z.array(Visit),
      /** The active ones; empty without the right to view alarms. */
      alarms: z.array(AlarmFact),
    }),
  }),
  'get-vehicle-overview': operation({
    summary: 'Returns a vehicle with its last position and its totals of the last active days, the newest first.',
    access: { menu: 'vehicles', action: 'view' },
    limited: 'allowed',
    errors: [404],
    example: { vehicleId: 999_999 },
    bounds: {
      'sensors[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
      'vehicle.own[]': 'MAX_OWN_FIELDS of the contract',
      'days[]': 'the days of the input',
    },
    input: z.object({ vehicleId: Id, days: z.number().int().min(1).max(31).default(7) }),
    output: z.object({
      vehicle: Vehicle,
      position: z.object({ lat: z.number(), lon: z.number(), fixTime: Instant, speedKph: z.number() }).nullable(),
      place: z.string().nullable(),
      wheel: AtTheWheel,
      /** Null if the engine was not stopped by a command, or was resumed. */
      engineStop: EngineStop.nullable(),
      /** The values of the newest message. */
      sensors: z.array(SensorShown),
      /** The time zone of the days: that of the caller's organisation. */
      timeZone: z.string(),
      /** The present day in that time zone. */
      today: z.iso.date(),
      days: z.array(DaySums),
      /** The faults of the device in the last days. */
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
