import { dayAt, eachDay } from './days.ts';
import type { EngineSource, Idle } from './fact.ts';
import { isFrozen } from './reported-speed.ts';
import type { Run } from './run.ts';
import type { Rest } from './track-state.ts';

/** An idle is told after a day and another begins: a wire that is always live must not keep days open. */
const LONGEST_IDLE_MS = 86_400_000;

/** Notes when an idle is long enough to be told, and cuts one that lasts for days. */
export function checkIdle(run: Run, rest: Rest): void {
  if (rest.idleSince === null || isFrozen(run.state, rest)) return;
  const idledMs = rest.base.time - rest.idleSince;
  if (idledMs >= run.context.settings.idleS * 1000) rest.idleConfirmedAt ??= run.now;
  if (idledMs >= LONGEST_IDLE_MS) {
    closeIdle(run, rest, rest.base.time);
    rest.idleSince = rest.base.time;
  }
}

/** Idling begins, as far as something tells. */
export function beginIdle(rest: Rest, at: number, source: EngineSource): void {
  rest.idleSince = at;
  rest.idleSource = source;
}

/** Ends the idling of a rest and tells it, if it was long enough. */
export function closeIdle(run: Run, rest: Rest, at: number): void {
  const since = rest.idleSince;
  if (since === null) return;
  const confirmedAt = rest.idleConfirmedAt ?? run.now;
  const isTold = rest.idleConfirmedAt !== null || at - since >= run.context.settings.idleS * 1000;
  rest.idleSince = null;
  rest.idleConfirmedAt = null;
  if (!isTold) return;
  const end = Math.max(at, since);
  run.facts.push(idleOf(rest, { start: since, end, until: end, confirmedAt, source: rest.idleSource }));
  dayAt(run.state, run.context, since).idles += 1;
  if (run.state.trip) rest.idles.push([since, end]);
  else addIdle(run, rest, since, end);
}

/** An idle as it is told; `end` null while it goes on. */
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

/** Idling that is over, at a stop: it counts into the stop and its days. */
export function addIdle(run: Run, rest: Rest, from: number, to: number): void {
  const { stop } = run.state;
  if (stop) {
    stop.idleS += (to - from) / 1000;
    stop.idleSource = rest.idleSource;
  }
  eachDay(run.state, run.context, from, to, (day, seconds) => (day.idleS += seconds));
}
