import { dayAt } from './days.ts';
import type { Overspeed } from './fact.ts';
import { round } from './legs.ts';
import { withinHours } from './local-day.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import type { TrackState } from './track-state.ts';

/** A speed limit, and the fence it belongs to. */
export interface Limit {
  kph: number;
  fenceId: number | null;
}

/** The current limit: the lowest of the visited fences, or else the fixed limit. */
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

/** An episode runs from the first fix above the limit to the first that is not, or has another limit. */
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
  if (open) {
    run.facts.push(overspeedOf(state, open, fix.time, fix.time));
    state.overspeed = null;
  }
  if (!isOver) return;
  state.overspeed = {
    kind: 'overspeed',
    key: `overspeed:${fix.time}:${fix.hash}`,
    confirmedAt: run.now,
    start: fix.time,
    end: null,
    durationS: 0,
    distanceM: 0,
    startM: state.travelledM,
    place: { lat: fix.lat, lon: fix.lon },
    limitKph: limit.kph,
    maxKph: round(fix.speedKph),
    fenceId: limit.fenceId,
  };
  dayAt(state, run.context, fix.time).overspeeds += 1;
  if (state.trip) state.trip.overspeeds += 1;
}

/** An episode as a fact; `end` is null while ongoing. */
export function overspeedOf(
  state: TrackState,
  open: NonNullable<TrackState['overspeed']>,
  end: number | null,
  until: number,
): Overspeed {
  const { startM, ...told } = open;
  const distanceM = round(Math.max(0, state.travelledM - startM));
  return { ...told, end, durationS: (until - open.start) / 1000, distanceM };
}
