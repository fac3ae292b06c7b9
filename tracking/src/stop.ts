import { dayAt } from './days.ts';
import type { Boundary, EngineSource, Stop } from './fact.ts';
import type { Coordinates } from './geo.ts';
import type { Run } from './run.ts';
import type { OpenStop } from './motion-state.ts';
import type { TrackState } from './track-state.ts';
import { standUntil } from './unseen.ts';

/** Begins a stop that may become a fact; the vehicle stands from now on. */
export function beginStop(state: TrackState, { lat, lon }: Coordinates, start: number, startReason: Boundary): void {
  state.stop = { lat, lon, start, startReason, confirmedAt: null, idleS: 0, idleSource: null, unseenS: 0, unseen: [] };
  state.stoodUntil = start;
}

/** Makes a stop a fact once it is long enough. */
export function confirmStop(run: Run, until: number): void {
  const { stop } = run.state;
  if (!stop || stop.confirmedAt !== null || until - stop.start < run.context.settings.stopS * 1000) return;
  stop.confirmedAt = run.now;
  dayAt(run.state, run.context, stop.start).stops += 1;
}

/** Records the stop that ends at a moment, if it was long enough. */
export function writeStop(run: Run, end: number): void {
  const { stop } = run.state;
  if (stop?.confirmedAt == null) return;
  run.facts.push(stopOf(stop, stop.confirmedAt, end, end, run.state.engine.source));
}

/** Ends the stop at a moment up to which it was seen. */
export function endStop(run: Run, at: number): void {
  standUntil(run, at);
  confirmStop(run, at);
  writeStop(run, at);
  run.state.stop = null;
}

/** A stop as a fact; `end` is null while ongoing. */
export function stopOf(
  stop: OpenStop,
  confirmedAt: number,
  end: number | null,
  until: number,
  engineSource: EngineSource,
): Stop {
  return {
    kind: 'stop',
    key: `stop:${stop.start}`,
    confirmedAt,
    start: stop.start,
    end,
    durationS: (until - stop.start) / 1000,
    place: { lat: stop.lat, lon: stop.lon },
    startReason: stop.startReason,
    idleS: stop.idleS,
    engineSource: stop.idleSource ?? engineSource,
    unseenS: stop.unseenS,
    unseen: stop.unseen && stop.unseen.map(([from, to]) => [from, to]),
  };
}
