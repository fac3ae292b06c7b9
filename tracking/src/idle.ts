import { dayAt, eachDay } from './days.ts';
import type { EngineSource, Idle } from './fact.ts';
import { finalHalt } from './final-halt.ts';
import { isFrozen } from './reported-speed.ts';
import type { Run } from './run.ts';
import type { Rest } from './motion-state.ts';

/** Idling ends after a day, so that a wire that is always on cannot keep days open. */
const LONGEST_IDLE_MS = 86_400_000;

/** Confirms idling once it is long enough, and cuts it when it lasts for days. */
export function checkIdle(run: Run, rest: Rest): void {
  if (rest.idleSince === null || isFrozen(run.state, rest)) return;
  if (rest.idleConfirmedAt === null) {
    const since = stoodSince(run, rest, rest.idleSince, rest.base.time);
    if (since === null) return;
    rest.idleSince = since;
    rest.idleConfirmedAt = run.now;
  }
  if (rest.base.time - rest.idleSince >= LONGEST_IDLE_MS) {
    closeIdle(run, rest, rest.base.time);
    rest.idleSince = rest.base.time;
  }
}

/**
 * Returns when it began to idle if that is long enough by the given time to be recorded; otherwise null. An apparent
 * single halt may be two lights a block apart with no speed reported between: then it has been standing since the
 * second.
 */
function stoodSince(run: Run, rest: Rest, idleSince: number, until: number): number | null {
  const leastMs = run.context.settings.idleS * 1000;
  if (until - idleSince < leastMs) return null;
  const since = Math.max(idleSince, finalHalt(rest).time);
  return until - since < leastMs ? null : since;
}

/** Begins idling, if it can be detected. */
export function beginIdle(rest: Rest, at: number, source: EngineSource): void {
  rest.idleSince = at;
  rest.idleSource = source;
}

/** Ends idling, and records it if it was long enough. */
export function closeIdle(run: Run, rest: Rest, at: number): void {
  if (rest.idleSince === null) return;
  const since = rest.idleConfirmedAt === null ? stoodSince(run, rest, rest.idleSince, at) : rest.idleSince;
  const confirmedAt = rest.idleConfirmedAt ?? run.now;
  rest.idleSince = null;
  rest.idleConfirmedAt = null;
  run.idledUntil = at;
  if (since === null) return;
  const end = Math.max(at, since);
  run.facts.push(idleOf(rest, { start: since, end, until: end, confirmedAt, source: rest.idleSource }));
  dayAt(run.state, run.context, since).idles += 1;
  const { trip } = run.state;
  // If a trip continues after a rest, its idling belongs to the trip. Idling before the trip's departure belongs to the
  // stop.
  if (trip && rest !== trip.origin) rest.idles.push([since, end]);
  else addIdle(run, rest, since, end);
}

/** Idling as a fact; `end` is null while ongoing. */
export function idleOf(
  rest: Rest,
  idle: { start: number; end: number | null; until: number; confirmedAt: number; source: EngineSource },
): Idle {
  const { start, end, until, confirmedAt, source } = idle;
  return {
    kind: 'idle',
    key: `idle:${start}`,
    confirmedAt,
    start,
    end,
    durationS: (until - start) / 1000,
    place: { lat: rest.lat, lon: rest.lon },
    engineSource: source,
  };
}

/** Adds ended idling at a stop to the stop and its days. */
export function addIdle(run: Run, rest: Rest, from: number, to: number): void {
  const { stop } = run.state;
  if (stop) {
    stop.idleS += (to - from) / 1000;
    stop.idleSource = rest.idleSource;
  }
  eachDay(run.state, run.context, from, to, (day, seconds) => (day.idleS += seconds));
}
