/** Seconds of the track for each second at the screen. */
export const RATES = [1, 10, 60, 300, 900, 3600] as const;
export type Rate = (typeof RATES)[number];

/** A span of standing that may be skipped, epoch milliseconds, and how much of it nobody saw, seconds. */
export type Standing = readonly [from: number, to: number, unseenS: number];

interface Options {
  /** Asks for the next frame and returns how to take that back; the browser's own by default. */
  requestFrame?: (frame: (now: number) => void) => () => void;
}

const browserFrame = (frame: (now: number) => void) => {
  const id = requestAnimationFrame(frame);
  return () => cancelAnimationFrame(id);
};

/**
 * The clock of a playback: where on the track it is, and whether it goes on. Each frame is told to those who draw,
 * past React; what people set (playing, rate, skipping) is told apart.
 */
export function createPlayback({ requestFrame = browserFrame }: Options = {}) {
  let at = 0;
  let range: readonly [number, number] = [0, 0];
  let playing = false;
  let rate: Rate = 60;
  let skip = true;
  let standing: readonly Standing[] = [];
  let last: number | null = null;
  let cancel: (() => void) | null = null;
  let onSkip: ((span: Standing) => void) | null = null;
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
    // A tab that was in the background does not leap.
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
    /** Another track: the moment stays where it is within the range. */
    setRange(from: number, to: number): void {
      range = [from, to];
      at = Math.min(to, Math.max(from, at));
      draw();
    },
    /** Told each span of standing that is skipped. */
    setOnSkip(listener: ((span: Standing) => void) | null): void {
      onSkip = listener;
    },
    setStanding(spans: readonly Standing[]): void {
      standing = spans;
    },
    seek(ms: number): void {
      at = Math.min(range[1], Math.max(range[0], ms));
      draw();
    },
    play(): void {
      if (playing || range[1] <= range[0]) return;
      // At the end it begins again.
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
    /** Told the moment with each frame and each seek, and at once; returns how to stop that. */
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

/** The spans between trips: what is skipped. Nobody saw what lies in none of the stops, or is unseen in one. */
export function standingBetween(
  trips: readonly { start: string; end: string | null }[],
  stops: readonly Stood[],
  [from, to]: readonly [number, number],
): Standing[] {
  const spans: Standing[] = [];
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

/** Seconds of a span that nobody saw; of a stop over its edge by the share of its time. */
function unknownSecondsIn(stops: readonly Stood[], from: number, to: number): number {
  const seen = stops.map(({ start, durationS, unseenS }) => {
    const began = Date.parse(start);
    const within = Math.max(0, Math.min(to, began + durationS * 1000) - Math.max(from, began)) / 1000;
    return durationS > 0 ? within * (1 - unseenS / durationS) : 0;
  });
  return Math.max(0, (to - from) / 1000 - seen.reduce((sum, seconds) => sum + seconds, 0));
}

/** The spans in which every one of several vehicles stands. Of each as much counts as unseen as of the least seen one. */
export function standingOfAll(all: readonly (readonly Standing[])[]): readonly Standing[] {
  const [first = [], ...rest] = all;
  return rest.reduce<readonly Standing[]>(
    (shared, spans) =>
      shared.flatMap(([from, to, unseenS]) =>
        spans.flatMap(([begin, end, unseen]): Standing[] => {
          const [start, stop] = [Math.max(from, begin), Math.min(to, end)];
          if (stop <= start) return [];
          return [[start, stop, Math.min((stop - start) / 1000, Math.max(unseenS, unseen))]];
        }),
      ),
    first,
  );
}
