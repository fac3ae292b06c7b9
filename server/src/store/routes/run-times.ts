import type { Coordinates } from '@milepost/contract/common';
import { isoWeekday } from '@milepost/contract/route-days';
import { type SkipCode, USUAL_SERVICE_S } from '@milepost/contract/route-kinds';
import { dayWindows, type Driving, scheduleOf, type StopTimes } from '@milepost/contract/route-schedule';
import type { RouteStop } from '@milepost/contract/route-stop';
import type { Queryable } from '../database.ts';

/** The plan of a run, in local time of its organisation. */
export interface RunOrder {
  day: string;
  startMin: number;
  begin: Coordinates | null;
  end: Coordinates | null;
  stops: readonly OrderedStop[];
}
export interface OrderedStop extends RouteStop {
  /** Why it is skipped; null: it is served. */
  skipReason: string | null;
}

/** A run with its planned times in seconds since 1970. */
export interface TimedRun {
  startsS: number;
  endsS: number;
  drivingM: number;
  drivingS: number;
  stops: { stop: OrderedStop; times: StopTimes | null }[];
}

/** Converts a minute of a local day in the organisation to seconds since 1970. */
export type Clock = (day: string, minute: number) => number;

/** Why a stop of a plan cannot be served; null if it can. */
export const skipOf = ({ outlet }: RouteStop): SkipCode | null =>
  outlet.deleted
    ? 'outlet-deleted'
    : outlet.state === 'closed'
      ? 'outlet-closed'
      : outlet.place === null
        ? 'outlet-unplaced'
        : null;

export const serviceOf = ({ serviceS, outlet }: RouteStop): number => serviceS ?? outlet.serviceS ?? USUAL_SERVICE_S;

const windowsOf = (stop: RouteStop, day: string) => dayWindows(stop.window, stop.outlet.hours, isoWeekday(day));

/**
 * Reads the local times that runs need. The database knows the time zones: a minute skipped by a clock change becomes
 * the one after it, of a repeated one the later is used.
 * @param runs each with its day and minutes
 */
export async function readClock(db: Queryable, zone: string, runs: readonly RunOrder[]): Promise<Clock> {
  const wanted = new Map<string, { day: string; minute: number }>();
  const want = (day: string, minute: number) => wanted.set(`${day} ${minute}`, { day, minute });
  for (const run of runs) {
    want(run.day, run.startMin);
    for (const stop of run.stops) {
      for (const { fromMin, toMin } of windowsOf(stop, run.day) ?? []) {
        want(run.day, fromMin);
        want(run.day, toMin);
      }
    }
  }
  const requested = [...wanted.values()];
  const { rows } = await db.query<{ at: number }>(
    `SELECT extract(epoch FROM (d.day + make_interval(mins => d.minute)) AT TIME ZONE $1)::float8 AS at
     FROM unnest($2::date[], $3::int[]) WITH ORDINALITY AS d(day, minute, n) ORDER BY n`,
    [zone, requested.map(({ day }) => day), requested.map(({ minute }) => minute)],
  );
  const moments = new Map(requested.map(({ day, minute }, index) => [`${day} ${minute}`, rows[index]?.at]));
  return (day, minute) => {
    const at = moments.get(`${day} ${minute}`);
    if (at === undefined) throw new Error(`minute ${minute} of ${day} was not requested`);
    return at;
  };
}

/** The planned times of a run. */
export function timeRun(run: RunOrder, clock: Clock, driving: Driving): TimedRun {
  const startS = clock(run.day, run.startMin);
  const schedule = scheduleOf({
    startS,
    begin: run.begin,
    end: run.end,
    driving,
    stops: run.stops.map((stop) => ({
      place: stop.outlet.place,
      serviceS: serviceOf(stop),
      skipped: stop.skipReason !== null,
      spans:
        windowsOf(stop, run.day)?.map(({ fromMin, toMin }) => ({
          fromS: clock(run.day, fromMin),
          toS: clock(run.day, toMin),
        })) ?? null,
    })),
  });
  return {
    startsS: startS,
    // A run without stops takes a minute, so that it appears in the calendar.
    endsS: Math.max(schedule.endS, startS + 60),
    drivingM: Math.round(schedule.drivingM),
    drivingS: Math.round(schedule.drivingS),
    stops: run.stops.map((stop, index) => ({ stop, times: schedule.stops[index] ?? null })),
  };
}
