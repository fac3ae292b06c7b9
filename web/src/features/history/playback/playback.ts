/** The seconds of the track per second of real time. */
export const RATES = [1, 10, 60, 300, 900, 3600] as const;
export type Rate = (typeof RATES)[number];

/** A standing span that can be skipped, epoch milliseconds, and its unknown time, seconds. */
export type StandingSpan = readonly [from: number, to: number, unseenS: number];

interface Options {
  /** Requests the next frame and returns a function that cancels it; the browser's own by default. */
  requestFrame?: (frame: (now: number) => void) => () => void;
}

const browserFrame = (frame: (now: number) => void) => {
  const id = requestAnimationFrame(frame);
  return () => cancelAnimationFrame(id);
};

/**
 * The clock of a playback: its moment on the track, and whether it is running. Each frame is published to the drawing
 * listeners, outside React; settings that people change (playing, rate, skipping) are published separately.
 */
export function createPlayback({ requestFrame = browserFrame }: Options = {}) {
  let at = 0;
  let range: readonly [number, number] = [0, 0];
  let playing = false;
  let rate: Rate = 60;
  let skip = true;
  let standing: readonly StandingSpan[] = [];
  let last: number | null = null;
  let cancel: (() => void) | null = null;
  let onSkip: ((span: StandingSpan) => void) | null = null;
  let snapshot: { playing: boolean; rate: Rate; skip: boolean } = { playing, rate, skip };
  const frames = new Set<(at: number) => void>();
  const changes = new Set<() => void>();

  const draw = () => {
    for (const listener of frames) listener(at);
  };
  const changed = () => {
    snapshot = { playing, rate, skip };
    for (const listener of changes) listener();
  };
  const pause = () => {
    cancel?.();
    cancel = last = null;
    if (!playing) return;
    playing = false;
    changed();
  };
  const tick = (now: number) => {
    // Limits the step, so that a tab that was in the background does not jump.
    const passed = last === null ? 0 : Math.min(now - last, 250);
    last = now;
    at = Math.min(range[1], at + passed * rate);
    if (skip) {
      const span = standing.find(([from, to]) => at >= from && at < to);
      if (span) {
        at = Math.min(range[1], span[1]);
        onSkip?.(span);
      }
    }
    draw();
    if (at >= range[1]) pause();
    else cancel = requestFrame(tick);
  };

  return {
    /** The moment, epoch milliseconds. */
    at: () => at,
    range: () => range,
    state: () => snapshot,
    /** Sets the range of another track: the moment stays if it is within the range. */
    setRange(from: number, to: number): void {
      range = [from, to];
      at = Math.min(to, Math.max(from, at));
      draw();
    },
    /** Called with each standing span that is skipped. */
    setOnSkip(listener: ((span: StandingSpan) => void) | null): void {
      onSkip = listener;
    },
    setStanding(spans: readonly StandingSpan[]): void {
      standing = spans;
    },
    seek(ms: number): void {
      at = Math.min(range[1], Math.max(range[0], ms));
      draw();
    },
    play(): void {
      if (playing || range[1] <= range[0]) return;
      // At the end it starts again from the beginning.
      if (at >= range[1]) [at] = range;
      playing = true;
      last = null;
      cancel = requestFrame(tick);
      changed();
    },
    pause,
    setRate(next: Rate): void {
      rate = next;
      changed();
    },
    setSkip(next: boolean): void {
      skip = next;
      changed();
    },
    /**
     * Called with the current moment on every frame and seek, and once on subscription; returns a function that
     * unsubscribes.
     */
    onFrame(listener: (at: number) => void): () => void {
      frames.add(listener);
      listener(at);
      return () => frames.delete(listener);
    },
    onChange(listener: () => void): () => void {
      changes.add(listener);
      return () => changes.delete(listener);
    },
  };
}

export type Playback = ReturnType<typeof createPlayback>;

interface Stood {
  start: string;
  durationS: number;
  unseenS: number;
}

/**
 * The spans between trips, which can be skipped. Time in none of the stops, and unknown time in one, counts as unknown.
 */
export function standingBetween(
  trips: readonly { start: string; end: string | null }[],
  stops: readonly Stood[],
  [from, to]: readonly [number, number],
): StandingSpan[] {
  const spans: StandingSpan[] = [];
  const add = (start: number, end: number) => spans.push([start, end, unknownSecondsIn(stops, start, end)]);
  let since = from;
  for (const trip of trips) {
    const start = Date.parse(trip.start);
    if (start > since) add(since, Math.min(start, to));
    since = Math.max(since, trip.end === null ? to : Date.parse(trip.end));
  }
  if (since < to) add(since, to);
  return spans;
}

/** The unknown seconds of a span; a stop that extends beyond it counts by its share of time. */
function unknownSecondsIn(stops: readonly Stood[], from: number, to: number): number {
  const seen = stops.map(({ start, durationS, unseenS }) => {
    const began = Date.parse(start);
    const within = Math.max(0, Math.min(to, began + durationS * 1000) - Math.max(from, began)) / 1000;
    return durationS > 0 ? within * (1 - unseenS / durationS) : 0;
  });
  return Math.max(0, (to - from) / 1000 - seen.reduce((sum, seconds) => sum + seconds, 0));
}

/** The spans in which all of several vehicles stand. The unknown time of each is that of the vehicle with the most. */
export function standingOfAll(all: readonly (readonly StandingSpan[])[]): readonly StandingSpan[] {
  const [first = [], ...rest] = all;
  return rest.reduce<readonly StandingSpan[]>(
    (shared, spans) =>
      shared.flatMap(([from, to, unseenS]) =>
        spans.flatMap(([begin, end, unseen]): StandingSpan[] => {
          const [start, stop] = [Math.max(from, begin), Math.min(to, end)];
          if (stop <= start) return [];
          return [[start, stop, Math.min((stop - start) / 1000, Math.max(unseenS, unseen))]];
        }),
      ),
    first,
  );
}
