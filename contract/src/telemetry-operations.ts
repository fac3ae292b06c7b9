import { z } from 'zod';
import { Id, Instant, listInput, listOutput } from './common.ts';
import { Severity } from './fact-operations.ts';
import { MAX_KEY_LENGTH, SeriesKey } from './history-operations.ts';
import { operation } from './operation.ts';
import { BandKind } from './timeline-operations.ts';
import { Moved } from './moved.ts';
import { VehicleType } from './vehicle-operations.ts';

/** The longest range of one request in days: a year and the rest of a month. */
export const MAX_TELEMETRY_DAYS = 400;
export const MAX_TELEMETRY_VEHICLES = 50;
export const MAX_TELEMETRY_KEYS = 10;
/** The lines of one chart, each an attribute of a vehicle. */
export const MAX_LINES = 60;
/** The days and the vehicles for which trips, stops and alarms are drawn. */
export const MAX_BAND_DAYS = 31;
export const MAX_BAND_VEHICLES = 10;
/** The fewest and the most parts of a range: pixels of a screen. */
export const MIN_STEPS = 100;
export const MAX_STEPS = 2000;

/** The vehicle days for which a sensor with an expression is read report by report. */
export const MAX_EXPRESSION_DAYS = 10;

const view = { access: { menu: 'charts', action: 'view' } } as const;
const Ids = z.array(Id).min(1);
const range = { from: Instant, to: Instant };
/** Epoch milliseconds. */
const Moments = z.array(z.number());

/** An attribute that was reported in a range. */
export const TelemetryKey = SeriesKey.extend({
  /** The number of its values. */
  values: z.int(),
  /** The number of vehicles that report it. */
  vehicles: z.int(),
});
export type TelemetryKey = z.infer<typeof TelemetryKey>;

/** An attribute of a vehicle over the range. */
export const TelemetryLine = z.object({
  vehicleId: Id,
  key: z.string(),
  /** The number of values behind the points. */
  values: z.int(),
  /** The times; for a step, its start. */
  times: Moments,
  /** The minimum and the maximum at each time; flags are 0 and 1. */
  lows: z.array(z.number()),
  highs: z.array(z.number()),
});
export type TelemetryLine = z.infer<typeof TelemetryLine>;

export const telemetryOperations = {
  'get-telemetry-vehicles': operation({
    summary: 'Lists vehicles whose telemetry the caller may view, or those with `vehicleIds`.',
    ...view,
    limited: 'allowed',
    input: listInput(['registration']).extend({ vehicleIds: z.array(Id).max(MAX_TELEMETRY_VEHICLES).optional() }),
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
  'get-telemetry-keys': operation({
    summary: 'Returns the attributes that vehicles reported in a range, figures and flags, the most frequent first.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { vehicleIds: [999_999], from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: { 'keys[]': 'MAX_KEYS of the store' },
    input: z.object({ ...range, vehicleIds: Ids.max(MAX_TELEMETRY_VEHICLES) }),
    output: z.object({ keys: z.array(TelemetryKey) }),
  }),
  'get-telemetry-series': operation({
    summary:
      'Returns values of attributes from `from` until before `to`: each value where they fit, else the least and the greatest of each step, so that no peak is lost.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { vehicleIds: [999_999], from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', keys: ['speed'] },
    bounds: {
      'vehicles[]': 'those of the input',
      'vehicles[].holes[]': 'fewer than the steps of the input',
      'lines[]': 'MAX_LINES of the contract',
      'lines[].times[]': 'the steps of the input, and days where those are fewer',
      'lines[].lows[]': 'the steps of the input, and days where those are fewer',
      'lines[].highs[]': 'the steps of the input, and days where those are fewer',
    },
    input: z.object({
      ...range,
      vehicleIds: Ids.max(MAX_TELEMETRY_VEHICLES),
      keys: z.array(z.string().min(1).max(MAX_KEY_LENGTH)).min(1).max(MAX_TELEMETRY_KEYS),
      /** The maximum number of parts of the range; fewer if there are many lines. */
      steps: z.int().min(MIN_STEPS).max(MAX_STEPS).default(1000),
    }),
    output: z.object({
      /** The length of a step in seconds; null if every value is returned. */
      stepS: z.int().nullable(),
      vehicles: z.array(
        z.object({
          vehicleId: Id,
          /** The data gaps by the setting of its organisation, from the last fix to the next. */
          holes: z.array(z.tuple([z.number(), z.number()])),
        }),
      ),
      /** In the order of vehicles and keys; an attribute that a vehicle did not report has no line. */
      lines: z.array(TelemetryLine),
    }),
  }),
  'get-telemetry-bands': operation({
    summary: 'Returns what vehicles did in a range as bands, and their alarms where the caller may view those.',
    ...view,
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { vehicleIds: [999_999], from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: {
      'rows[]': 'MAX_BAND_VEHICLES of the contract',
      'rows[].bands[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
      'rows[].alarms[]':
        'MAX_FACTS of the store: 125 of a kind for each vehicle and day of the largest range, and page, that may be asked for',
    },
    input: z.object({ ...range, vehicleIds: Ids.max(MAX_BAND_VEHICLES) }),
    output: z.object({
      rows: z.array(
        z.object({
          vehicleId: Id,
          bands: z.array(z.object({ kind: BandKind, start: Instant, end: Instant })),
          alarms: z.array(
            z.object({ id: Id, ruleName: z.string(), severity: Severity, start: Instant, end: Instant.nullable() }),
          ),
        }),
      ),
    }),
  }),
};
