import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Id, Instant, listInput, listOutput } from './common.ts';
import { DASHBOARD_FIGURES, DASHBOARD_RANGES } from './dashboard-figures.ts';
import { DeviceFault, DeviceFaultKind } from './device-fault.ts';
import { SecondsByEngineSource, Severity } from './fact-operations.ts';
import { operation } from './operation.ts';
import { VehicleType } from './vehicle-operations.ts';

const Days = z.object({
  range: z.enum(DASHBOARD_RANGES).default('today'),
  /** First and last day, both included; at most 366 days. */
  from: z.iso.date(faultCode('choose-day')).optional(),
  to: z.iso.date(faultCode('choose-day')).optional(),
  groupId: Id.optional(),
});

/** In seconds and metres. */
const Sums = z.object({
  distanceM: z.number(),
  /** Driving, without standing in a trip and without unknown time. */
  drivingS: z.number(),
  /**
   * Standing: stops, and idling within trips. `drivingS`, `standingS`, `towS` and `unseenS` add up to the whole time.
   */
  standingS: z.number(),
  /** Standing with the engine on, in trips and between them; unknown where `engineKnownS` is 0. */
  idleS: z.number(),
  /** Time in stops, including idling. */
  stopS: z.number(),
  /** Time without data: neither driving nor standing. */
  unseenS: z.number(),
  engineS: z.number(),
  /** Time in which a source reported the engine as on or off; engine hours and idling are parts of it. */
  engineKnownS: z.number(),
  /** Movements with the engine off, which do not count as trips. */
  tows: z.number().int(),
  towM: z.number(),
  towS: z.number(),
  trips: z.number().int(),
  overspeeds: z.number().int(),
  alarms: z.number().int(),
});

/** Sums over vehicles and days. */
export const DashboardSums = Sums.extend({
  /** Vehicles that drove, including on a trip that began before the range. */
  drove: z.number().int(),
});
export type DashboardSums = z.infer<typeof DashboardSums>;

export const DashboardVehicle = Sums.extend({
  id: Id,
  registration: z.string(),
  type: VehicleType,
  groupName: z.string().nullable(),
});
export type DashboardVehicle = z.infer<typeof DashboardVehicle>;

const ResolvedDays = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The start and end of the range, for links to the records behind a figure. */
  start: Instant,
  end: Instant,
  today: z.iso.date(),
  /** The time zone of the days. */
  timeZone: z.string(),
});

const AlarmCounts = z.object({
  /** Alarms raised in the range. */
  raised: z.number().int(),
  /** Alarms active now, regardless of when they were raised. */
  active: z.number().int(),
  /** The active alarms that nobody has acknowledged yet. */
  open: z.number().int(),
});

const view = { menu: 'dashboard', action: 'view' } as const;

export const dashboardOperations = {
  'get-dashboard': operation({
    summary: 'Returns the figures of the main dashboard for a range of days, from stored facts only.',
    access: view,
    limited: 'allowed',
    weight: 'heavy',
    bounds: {
      'series.rows[]': 'hours of a day, or 366 days',
      'top[]': 'a few, by the store',
      'bottom[]': 'a few, by the store',
      'silent.days[]': 'kinds that the code knows',
    },
    input: Days.extend({ by: z.enum(DASHBOARD_FIGURES).default('distance') }),
    output: z.object({
      days: ResolvedDays,
      /** The vehicles of the scope and group, and how many of them ever reported. */
      vehicles: z.number().int(),
      reporting: z.number().int(),
      sums: DashboardSums,
      /** The engine hours by the source of the engine's state. */
      engineBy: SecondsByEngineSource,
      /**
       * The same sums over an equal number of days before; null if the range is today, which is not over, and null if
       * `young`.
       */
      before: DashboardSums.nullable(),
      /** No data exists for the first of these days, as the fleet is younger. */
      young: z.boolean(),
      /** By hour for one day, by day for more. `at` is an instant or a day. */
      series: z.object({
        step: z.enum(['hour', 'day']),
        rows: z.array(
          z.object({
            at: z.string(),
            distanceM: z.number(),
            drivingS: z.number(),
            idleS: z.number(),
            unseenS: z.number(),
          }),
        ),
      }),
      top: z.array(DashboardVehicle),
      bottom: z.array(DashboardVehicle),
      alarms: z.record(Severity, AlarmCounts),
      /** Devices in vehicles without contact for so many days, and those that never made contact. */
      silent: z.object({
        days: z.array(z.object({ days: z.number().int(), vehicles: z.number().int() })),
        never: z.number().int(),
      }),
      /** The number of vehicles whose device had faults in the last days, by kind; zeros are left out. */
      faults: z.array(z.object({ kind: DeviceFaultKind, vehicles: z.number().int() })),
    }),
  }),
  'get-dashboard-weekdays': operation({
    summary:
      'Returns the figures of a day beside those of the same weekday of the last four weeks, until the same time of day and in whole. Until that time a trip counts by its share; engine time, stops and tows are not known by time of day and are 0.',
    access: view,
    limited: 'allowed',
    weight: 'heavy',
    bounds: { 'days[]': 'five' },
    input: z.object({
      groupId: Id.optional(),
      /** A day instead of today; a later one counts as today. */
      day: z.iso
        .date()
        .refine((day) => day >= '1970-01-01', faultCode('choose-later-day'))
        .optional(),
    }),
    output: z.object({
      now: Instant,
      timeZone: z.string(),
      /** The first day is not today, so it is compared as a whole day. */
      over: z.boolean(),
      /**
       * Newest first; the first is the requested day. `known`: any data was received on that day, even if no vehicle
       * moved.
       */
      days: z.array(z.object({ day: z.iso.date(), known: z.boolean(), untilNow: DashboardSums, whole: DashboardSums })),
    }),
  }),
  'get-dashboard-vehicles': operation({
    summary: 'Lists the vehicles of a figure of the dashboard, each with its share.',
    access: view,
    limited: 'allowed',
    weight: 'heavy',
    input: listInput([...DASHBOARD_FIGURES, 'registration']).extend(Days.shape),
    output: listOutput(DashboardVehicle),
  }),
  'get-silent-vehicles': operation({
    summary: 'Lists vehicles whose device has been silent for some days; 0 for those that have never reported.',
    access: view,
    limited: 'allowed',
    example: { days: 3 },
    input: listInput(['lastHeardAt', 'registration']).extend({
      days: z.number().int().min(0).max(365),
      groupId: Id.optional(),
    }),
    output: listOutput(
      z.object({
        id: Id,
        registration: z.string(),
        type: VehicleType,
        groupName: z.string().nullable(),
        deviceIdentity: z.string(),
        lastHeardAt: Instant.nullable(),
      }),
    ),
  }),
  'get-faulty-vehicles': operation({
    summary: 'Lists vehicles whose device had a fault in the last days.',
    access: view,
    limited: 'allowed',
    input: listInput(['registration']).extend({ kind: DeviceFaultKind.optional(), groupId: Id.optional() }),
    output: listOutput(
      z.object({
        id: Id,
        registration: z.string(),
        type: VehicleType,
        groupName: z.string().nullable(),
        deviceIdentity: z.string(),
        faults: z.array(DeviceFault),
      }),
    ),
  }),
};
