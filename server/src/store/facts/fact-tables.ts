import { DAY_SUM_NAMES, DAY_SUMS } from '@milepost/tracking/day-sums';
import type { Fact } from '@milepost/tracking/fact';

type Kind = Fact['kind'];
type FactOf<K extends Kind> = Extract<Fact, { kind: K }>;

/**
 * Where facts of one kind are stored: the table, its columns in addition to the common ones, and the conversion of a
 * fact to a row.
 */
interface FactTable<K extends Kind> {
  table: string;
  /** Name and type; see migration 008. */
  columns: Record<string, string>;
  row(fact: FactOf<K>): Record<string, unknown>;
}

/** The columns of every fact table. */
export const COMMON_COLUMNS = {
  installation_id: 'int',
  key: 'text',
  confirmed_at: 'timestamptz',
  vehicle_id: 'int',
} as const;

const SPAN = { started_at: 'timestamptz', ended_at: 'timestamptz', duration_s: 'real' };
const PLACE = { lat: 'double precision', lon: 'double precision' };
/** True where the place is the last public one, null where it is the fact's own. */
const PRIVATE = { private: 'boolean' };
/** Columns of facts with different coordinates at start and end. */
const WAY = {
  start_lat: 'double precision',
  start_lon: 'double precision',
  end_lat: 'double precision',
  end_lon: 'double precision',
  distance_m: 'double precision',
  max_kph: 'real',
  unseen_s: 'real',
  engine_source: 'text',
  start_private: 'boolean',
  end_private: 'boolean',
};

/** Converts epoch milliseconds to a PostgreSQL timestamp. */
const at = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const span = ({ start, end, durationS }: { start: number; end: number | null; durationS: number }) => ({
  started_at: at(start),
  ended_at: at(end),
  duration_s: durationS,
});

const way = (fact: FactOf<'trip' | 'tow'>) => ({
  start_lat: fact.startPlace.lat,
  start_lon: fact.startPlace.lon,
  end_lat: fact.endPlace.lat,
  end_lon: fact.endPlace.lon,
  distance_m: fact.distanceM,
  max_kph: fact.maxKph,
  unseen_s: fact.unseenS,
  engine_source: fact.engineSource,
  start_private: fact.startPrivate,
  end_private: fact.endPrivate,
});

/** The column types of a day's sums, by unit. */
const TYPES = { metres: 'double precision', seconds: 'real', kph: 'real', count: 'int' } as const;
/** The column name of a property: `tripIdleS` is in `trip_idle_s`. */
export const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const FACT_TABLES: { readonly [K in Kind]: FactTable<K> } = {
  trip: {
    table: 'trips',
    columns: {
      ...SPAN,
      ...WAY,
      start_reason: 'text',
      end_reason: 'text',
      idle_s: 'real',
      average_kph: 'real',
      overspeeds: 'int',
      holes: 'int',
      bridged_m: 'double precision',
      unseen_m: 'double precision',
      odometer_m: 'double precision',
      legs: 'jsonb',
      notes: 'jsonb',
    },
    row: (fact) => ({
      ...span(fact),
      ...way(fact),
      start_reason: fact.startReason,
      end_reason: fact.endReason,
      idle_s: fact.idleS,
      average_kph: fact.averageKph,
      overspeeds: fact.overspeeds,
      holes: fact.holes,
      bridged_m: fact.bridgedM,
      unseen_m: fact.unseenM,
      odometer_m: fact.odometerM,
      legs: fact.legs,
      notes: fact.notes,
    }),
  },
  stop: {
    table: 'stops',
    columns: {
      ...SPAN,
      ...PLACE,
      ...PRIVATE,
      start_reason: 'text',
      idle_s: 'real',
      engine_source: 'text',
      unseen_s: 'real',
      unseen: 'tstzmultirange',
    },
    row: (fact) => ({
      ...span(fact),
      ...fact.place,
      private: fact.isPrivate,
      start_reason: fact.startReason,
      idle_s: fact.idleS,
      engine_source: fact.engineSource,
      unseen_s: fact.unseenS,
      unseen: fact.unseen && `{${fact.unseen.map(([from, to]) => `[${at(from)},${at(to)})`).join(',')}}`,
    }),
  },
  idle: {
    table: 'idles',
    columns: { ...SPAN, ...PLACE, ...PRIVATE, engine_source: 'text' },
    row: (fact) => ({
      ...span(fact),
      ...fact.place,
      private: fact.isPrivate,
      engine_source: fact.engineSource,
    }),
  },
  tow: {
    table: 'tows',
    columns: { ...SPAN, ...WAY },
    row: (fact) => ({ ...span(fact), ...way(fact) }),
  },
  overspeed: {
    table: 'overspeeds',
    columns: {
      ...SPAN,
      ...PLACE,
      ...PRIVATE,
      limit_kph: 'real',
      max_kph: 'real',
      distance_m: 'double precision',
      fence_id: 'int',
    },
    row: (fact) => ({
      ...span(fact),
      ...fact.place,
      private: fact.isPrivate,
      limit_kph: fact.limitKph,
      max_kph: fact.maxKph,
      distance_m: fact.distanceM,
      fence_id: fact.fenceId,
    }),
  },
  visit: {
    table: 'visits',
    columns: {
      ...SPAN,
      fence_id: 'int',
      distance_m: 'double precision',
      entry_kph: 'real',
      exit_kph: 'real',
      between_fixes: 'boolean',
    },
    row: (fact) => ({
      ...span(fact),
      fence_id: fact.fenceId,
      distance_m: fact.distanceM,
      entry_kph: fact.entryKph,
      exit_kph: fact.exitKph,
      between_fixes: fact.betweenFixes ?? false,
    }),
  },
  stay: {
    table: 'place_stays',
    columns: {
      ...SPAN,
      place_id: 'int',
      seen_at: 'timestamptz',
      start_m: 'double precision',
      end_m: 'double precision',
      halts: 'jsonb',
    },
    row: (fact) => ({
      ...span(fact),
      place_id: fact.placeId,
      seen_at: at(fact.seenAt),
      start_m: fact.startM,
      end_m: fact.endM,
      halts: fact.halts,
    }),
  },
  tag: {
    table: 'tag_spans',
    columns: { ...SPAN, tag: 'text', last_at: 'timestamptz' },
    row: (fact) => ({ ...span(fact), tag: fact.tag, last_at: at(fact.lastAt) }),
  },
  switch: {
    table: 'switch_spans',
    columns: { ...SPAN, ...PLACE, name: 'text', sensor_id: 'int', last_at: 'timestamptz' },
    row: (fact) => ({
      ...span(fact),
      lat: fact.place?.lat ?? null,
      lon: fact.place?.lon ?? null,
      name: fact.name,
      sensor_id: fact.sensorId,
      last_at: at(fact.lastAt),
    }),
  },
  fuel: {
    table: 'fuel_changes',
    columns: {
      ...SPAN,
      ...PLACE,
      sensor_id: 'int',
      change: 'text',
      litres: 'real',
      before_l: 'real',
      after_l: 'real',
      sure: 'boolean',
    },
    row: (fact) => ({
      ...span(fact),
      lat: fact.place?.lat ?? null,
      lon: fact.place?.lon ?? null,
      sensor_id: fact.sensorId,
      change: fact.change,
      litres: fact.litres,
      before_l: fact.beforeL,
      after_l: fact.afterL,
      sure: fact.sure,
    }),
  },
  readings: {
    table: 'sensor_readings',
    columns: {
      ...SPAN,
      sensor_id: 'int',
      low: 'float8',
      high: 'float8',
      value_s: 'float8',
      offsets: 'int[]',
      readings: 'float8[]',
      lats: 'int[]',
      lons: 'int[]',
      moving: 'bool[]',
    },
    row: (fact) => ({
      ...span(fact),
      sensor_id: fact.sensorId,
      low: fact.low,
      high: fact.high,
      value_s: fact.valueS,
      offsets: fact.offsets,
      readings: fact.values,
      lats: fact.lats,
      lons: fact.lons,
      moving: fact.moving,
    }),
  },
  alarm: {
    table: 'alarms',
    columns: {
      rule_id: 'int',
      started_at: 'timestamptz',
      last_at: 'timestamptz',
      cleared_at: 'timestamptz',
      count: 'int',
      ...PLACE,
      value: 'double precision',
      about: 'text',
      device_clock: 'timestamptz',
    },
    row: (fact) => ({
      rule_id: fact.ruleId,
      started_at: at(fact.start),
      last_at: at(fact.lastAt),
      cleared_at: at(fact.clearedAt),
      count: fact.count,
      lat: fact.place?.lat ?? null,
      lon: fact.place?.lon ?? null,
      value: fact.value,
      about: fact.about === null ? null : String(fact.about),
      device_clock: at(fact.deviceClock ?? null),
    }),
  },
  day: {
    table: 'day_totals',
    columns: {
      day: 'date',
      started_at: 'timestamptz',
      ended_at: 'timestamptz',
      ...Object.fromEntries(DAY_SUM_NAMES.map((name) => [columnOf(name), TYPES[DAY_SUMS[name]]])),
      engine_by: 'jsonb',
      fuel_net_l: 'real',
      first_move_at: 'timestamptz',
      last_move_at: 'timestamptz',
      legs: 'jsonb',
      health: 'jsonb',
    },
    row: (fact) => ({
      day: fact.day,
      started_at: at(fact.start),
      ended_at: at(fact.end),
      ...Object.fromEntries(DAY_SUM_NAMES.map((name) => [columnOf(name), fact[name]])),
      engine_by: fact.engineBy,
      fuel_net_l: fact.fuelNetL ?? null,
      first_move_at: at(fact.firstMoveAt),
      last_move_at: at(fact.lastMoveAt),
      legs: fact.legs,
      health: fact.health,
    }),
  },
};

export const FACT_KINDS: readonly Kind[] = [
  'trip',
  'stop',
  'idle',
  'tow',
  'overspeed',
  'visit',
  'stay',
  'tag',
  'switch',
  'fuel',
  'readings',
  'alarm',
  'day',
];

/** Converts a fact of any kind to a row of its table. */
export function factRow(fact: Fact): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table of this fact's own kind takes it
  const { row } = FACT_TABLES[fact.kind] as FactTable<Kind>;
  return row(fact);
}
