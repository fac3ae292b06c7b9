import { dayAt } from './days.ts';
import type { Overspeed } from './fact.ts';
import { round } from './legs.ts';
import { withinHours } from './local-day.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import type { Coordinates } from './geo.ts';
import type { OpenVisit } from './visit-state.ts';
import type { TrackState } from './track-state.ts';

/** A speed limit, and the geofence that sets it. */
export interface Limit {
  kph: number;
  fenceId: number | null;
}

/** Returns the current limit: the lowest of the visited geofences, otherwise the fixed limit. */
export function limitNow(run: Run): Limit | null {
  const { settings, fences, timeZone } = run.context;
  let lowest: Limit | null = null;
  for (const { fenceId, confirmedAt, leftAt } of run.state.visits) {
    const fence = fences.byId.get(fenceId);
    const kph = fence?.speedLimitKph ?? null;
    if (!fence || kph === null || confirmedAt === null || leftAt !== null) continue;
    if (fence.schedule && !withinHours(fence.schedule, timeZone, run.now)) continue;
    if (!lowest || kph < lowest.kph) lowest = { kph, fenceId };
  }
  if (lowest) return lowest;
  return settings.speedLimitKph === null ? null : { kph: settings.speedLimitKph, fenceId: null };
}

/**
 * Updates the overspeed episode, which lasts from the first fix above the limit to the first fix that is not above it
 * or has another limit. A geofence's episode begins with the first fix of the visit, although a second one confirms the
 * visit.
 */
export function watchSpeed(run: Run, fix: Fix): void {
  const { state } = run;
  if (!state.overspeed && !state.visits.length && run.context.settings.speedLimitKph === null) return;
  const limit = limitNow(run);
  const open = state.overspeed;
  const isOver = limit !== null && fix.speedKph > limit.kph;
  if (open && isOver && open.fenceId === limit.fenceId && open.limitKph === limit.kph) {
    open.maxKph = Math.max(open.maxKph, round(fix.speedKph));
    return;
  }
  const entry = limit && entryNow(run, limit, fix);
  // If the vehicle exceeded another limit from the very fix with which the visit began, the geofence's episode replaces
  // that one.
  const begins = entry && limit && entry.entryKph > limit.kph ? entry : null;
  const isReplaced = open !== null && begins !== null && open.key === keyOf(begins.start, begins.hash);
  if (open && !isReplaced) {
    const end = Math.max(open.start, entry?.start ?? fix.time);
    run.facts.push(overspeedOf({ travelledM: entry?.startM ?? state.travelledM }, open, end, end));
    state.overspeed = null;
  }
  if (begins && limit) {
    begins.cameInTooFast = true;
    const { start, hash, startM, entryKph, entryPlace } = begins;
    const { lat, lon } = entryPlace ?? fix;
    const kph = isOver ? Math.max(entryKph, fix.speedKph) : entryKph;
    begin(run, limit, { time: start, hash, lat, lon, startM, kph });
    if (!isReplaced) count(run, start);
    if (!isOver && state.overspeed) {
      run.facts.push(overspeedOf(state, state.overspeed, fix.time, fix.time));
      state.overspeed = null;
    }
  } else if (isOver) {
    const { time, hash, lat, lon, speedKph } = fix;
    begin(run, limit, { time, hash, lat, lon, startM: state.travelledM, kph: speedKph });
    count(run, time);
  }
}

/**
 * Returns the visit that this fix confirmed, in the geofence whose limit applies. Further fixes may have the same
 * second.
 */
function entryNow({ state, now }: Run, { fenceId }: Limit, fix: Fix): OpenVisit | undefined {
  const visit = state.visits.find((one) => one.fenceId === fenceId && one.confirmedAt === now && one.start < fix.time);
  return visit?.wasInside || visit?.cameInTooFast ? undefined : visit;
}

interface FirstOver extends Coordinates {
  time: number;
  hash: number;
  startM: number;
  kph: number;
}

function begin(run: Run, limit: Limit, { time, hash, lat, lon, startM, kph }: FirstOver): void {
  const { state } = run;
  state.overspeed = {
    kind: 'overspeed',
    key: keyOf(time, hash),
    confirmedAt: run.now,
    start: time,
    end: null,
    durationS: 0,
    distanceM: 0,
    startM,
    place: { lat, lon },
    limitKph: limit.kph,
    maxKph: round(kph),
    fenceId: limit.fenceId,
  };
}

const keyOf = (time: number, hash: number): string => `overspeed:${time}:${hash}`;

function count({ state, context }: Run, time: number): void {
  dayAt(state, context, time).overspeeds += 1;
  if (state.trip) state.trip.overspeeds += 1;
}

/** An episode as a fact; `end` is null while ongoing. */
export function overspeedOf(
  state: Pick<TrackState, 'travelledM'>,
  open: NonNullable<TrackState['overspeed']>,
  end: number | null,
  until: number,
): Overspeed {
  const { startM, ...written } = open;
  const distanceM = round(Math.max(0, state.travelledM - startM));
  return { ...written, end, durationS: (until - open.start) / 1000, distanceM };
}
