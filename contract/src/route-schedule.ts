import { metresBetween } from './fence-geometry.ts';
import type { WeeklyHours } from './weekly-hours.ts';

interface Place {
  lat: number;
  lon: number;
}

/** How vehicles really drive, compared with the straight line. */
export interface Driving {
  /** Driven metres for each metre of the straight line. */
  factor: number;
  speedKph: number;
}

/** Values for towns, used until the fleet's own trips or a router provide better ones. */
export const USUAL_DRIVING: Driving = { factor: 1.35, speedKph: 25 };

/** A range in seconds; all numbers of a schedule count from the same time. */
export interface Span {
  fromS: number;
  toS: number;
}

export interface ScheduledStop {
  place: Place | null;
  serviceS: number;
  /** When it can be served; null: at any time; empty: not on this day. */
  spans: readonly Span[] | null;
  /** The vehicle does not stop here, so no time is needed. */
  skipped?: boolean;
}

export interface StopTimes {
  arrivalS: number;
  /** When the service ends; it begins at the arrival or when the outlet opens. */
  departureS: number;
  waitS: number;
  /** Metres and seconds from the previous stop. */
  legM: number;
  legS: number;
  /** The opening period in which it is served, otherwise the last one; null if there is none. */
  span: Span | null;
  /** Why it cannot be served as planned: closed all day, or already closed on arrival. */
  outside: 'closed' | 'late' | null;
}

export interface Schedule {
  /** Null for skipped stops. */
  stops: (StopTimes | null)[];
  endS: number;
  drivingM: number;
  drivingS: number;
  serviceS: number;
  waitS: number;
  /** The number of stops outside their opening periods. */
  outside: number;
}

/** Metres and seconds from one point to another; 0 if either is unknown. */
export function legOf(from: Place | null, to: Place | null, driving: Driving): { legM: number; legS: number } {
  const legM = from && to ? metresBetween(from, to) * driving.factor : 0;
  return { legM, legS: (legM * 3.6) / driving.speedKph };
}

/**
 * The planned times of stops in order: driving, waiting for an outlet to open, service.
 * @param run `begin` and `end` are depots; without one, the run begins at its first stop or ends at its last
 */
export function scheduleOf(run: {
  startS: number;
  begin: Place | null;
  end: Place | null;
  stops: readonly ScheduledStop[];
  driving: Driving;
}): Schedule {
  let now = run.startS;
  let here = run.begin;
  const total = { drivingM: 0, drivingS: 0, serviceS: 0, waitS: 0, outside: 0 };
  const drive = (to: Place | null) => {
    const leg = legOf(here, to, run.driving);
    now += leg.legS;
    total.drivingM += leg.legM;
    total.drivingS += leg.legS;
    here = to ?? here;
    return leg;
  };
  const stops = run.stops.map((stop): StopTimes | null => {
    if (stop.skipped) return null;
    const leg = drive(stop.place);
    const arrivalS = now;
    const { span, outside } = openingAt(stop.spans, arrivalS);
    const waitS = span && outside === null ? Math.max(0, span.fromS - arrivalS) : 0;
    now += waitS + stop.serviceS;
    total.waitS += waitS;
    total.serviceS += stop.serviceS;
    if (outside) total.outside += 1;
    return { arrivalS, departureS: now, waitS, ...leg, span, outside };
  });
  drive(run.end);
  return { stops, endS: now, ...total };
}

/** The opening period that contains a time, otherwise the next one, otherwise the last. */
function openingAt(spans: readonly Span[] | null, atS: number): Pick<StopTimes, 'span' | 'outside'> {
  if (spans === null) return { span: null, outside: null };
  const open = spans.find(({ toS }) => atS < toS);
  if (open) return { span: open, outside: null };
  const last = spans.at(-1) ?? null;
  return { span: last, outside: last ? 'late' : 'closed' };
}

/** The windows of a stop in minutes of the local day: its own, otherwise the opening hours of the weekday. */
export function dayWindows(
  own: { fromMin: number; toMin: number } | null,
  hours: WeeklyHours | null,
  weekday: number,
): { fromMin: number; toMin: number }[] | null {
  if (own) return [own];
  return hours && (hours[weekday - 1] ?? []);
}
