import { inSlices, runSteps } from '../loop/slices.ts';
import type { TrackPage } from '../store/tracks/positions.ts';
import { isLeap } from './plausible-fixes.ts';
import { type Bounds, createCone, emptyTrack, type ThinTrack } from './track-cone.ts';

export interface ThinOptions {
  /** A longer silence starts a new segment of the track. */
  gapMs: number;
  /** A faster leg (km/h) is not plausible and starts a new segment of the track. Null for no limit. */
  wildKph: number | null;
  /** Metres; 0 keeps every fix. */
  toleranceM: number;
  /** The tolerance grows until there are no more points than this. Both ends of each gap are always retained. */
  maxPoints: number;
  /** The tolerance applies inside; outside, the track is coarser. */
  bounds: Bounds | null;
  /** True if private time lies between two moments, which starts a new segment of the track. */
  isPrivateBetween?: (from: number, to: number) => boolean;
}

/** Up to this many fixes are held until the end (some 5 MB). Longer tracks are thinned again from thinned points. */
const RETAINED_FIXES = 200_000;
/** Larger than the Earth: only the ends of gaps remain. */
const LARGEST_M = 1e8;

/** Fixes between two moments at which others may have the event loop: less than a millisecond. */
const STEP = 2048;
type Steps = Generator<undefined, void>;

interface Thinned {
  track: ThinTrack;
  fixes: number;
  toleranceM: number;
}

/** Thins a whole track in slices of the event loop: three months of fixes take a second. */
export async function thinTrack(
  pages: AsyncIterable<TrackPage>,
  options: ThinOptions,
  organisationId: number,
): Promise<Thinned> {
  const thinner = createThinner(options);
  // Separate slices for each page, because waiting for the database in between is not part of this work.
  const slices = () => inSlices('track-thinning', organisationId);
  for await (const page of pages) await runSteps(thinner.take(page), slices());
  return runSteps(thinner.finish(), slices());
}

/**
 * Thins a track page by page. Each omitted fix lies within the tolerance of the position of the line *at its time*, and
 * within an eighth of it sideways, so the line keeps its shape and playback shows the vehicle where it was. One pass,
 * O(n): from the last retained point, each further fix allows a range of velocities; the line ends where a fix needs
 * one outside this range. (Cone intersection with the synchronised distance of Meratnia and de By, EDBT 2004; the disc
 * of velocities is narrowed to a rectangle inside it, along the direction of travel.)
 */
export function createThinner({
  gapMs,
  wildKph,
  toleranceM,
  maxPoints,
  bounds,
  isPrivateBetween = () => false,
}: ThinOptions) {
  let last = toleranceM;
  /** The tolerance of earlier passes over thinned points, since their errors add up. */
  let held = 0;
  let track = emptyTrack();
  let cone = createCone(track, toleranceM, bounds);
  let fixes = 0;
  let pages: TrackPage[] | null = [];

  const begin = (tolerance: number) => {
    last = tolerance;
    track = emptyTrack();
    cone = createCone(track, tolerance, bounds);
  };
  const feed = function* (source: Columns, isBreak: (index: number) => boolean): Steps {
    for (let i = 0; i < source.time.length; i++) {
      if (i % STEP === STEP - 1) yield;
      cone.take(
        at(source.time, i),
        at(source.lat, i),
        at(source.lon, i),
        at(source.speed, i),
        at(source.course, i),
        isBreak(i),
      );
    }
  };
  /** The last fix of the previous page. */
  let before: Point | null = null;
  const feedPage = function* (page: TrackPage): Steps {
    const leaps = (index: number) => {
      const from = index === 0 ? before : pointOf(page, index - 1);
      return wildKph !== null && from !== null && isLeap(from, pointOf(page, index), wildKph);
    };
    yield* feed(page, (index) => {
      const [newest, time] = [cone.newest(), at(page.time, index)];
      return time - newest > gapMs || leaps(index) || isPrivateBetween(newest, time);
    });
    before = pointOf(page, page.length - 1);
  };
  /** Raises the tolerance until the points so far fit. */
  const coarsen = function* (): Steps {
    cone.end();
    // oxlint-disable-next-line no-unmodified-loop-condition -- `begin` raises it
    while (track.time.length > maxPoints && last < LARGEST_M) {
      const [thinned, tolerance] = [track, last];
      const breaks = new Set(thinned.breaks);
      // Steps of four while there are far too many points halve the number of passes.
      begin(Math.max(1, last * (track.time.length > 4 * maxPoints ? 4 : 2)));
      held = pages ? 0 : held + tolerance;
      if (pages) {
        before = null;
        for (const page of pages) yield* feedPage(page);
      } else yield* feed(thinned, (index) => breaks.has(index));
      cone.end();
    }
  };

  return {
    *take(page: TrackPage): Steps {
      // With far too many points the finest passes would be wasted.
      if (fixes === 0 && page.length > 4 * maxPoints && toleranceM > 0) begin(toleranceM * 4);
      fixes += page.length;
      if (fixes > RETAINED_FIXES) pages = null;
      pages?.push(page);
      yield* feedPage(page);
      if (pages === null && track.time.length > 4 * maxPoints) yield* coarsen();
    },
    /** @returns the points, the number of fixes they represent, and the tolerance reached, metres */
    *finish(): Generator<undefined, Thinned> {
      yield* coarsen();
      return { track, fixes, toleranceM: held + last };
    },
  };
}

type Point = { time: number; lat: number; lon: number };

const pointOf = (page: TrackPage, index: number): Point => ({
  time: at(page.time, index),
  lat: at(page.lat, index),
  lon: at(page.lon, index),
});

type Columns = Record<'time' | 'lat' | 'lon' | 'speed' | 'course', ArrayLike<number>>;

/** For positions below the length of the column. */
const at = (column: ArrayLike<number>, index: number): number => column[index] ?? Number.NaN;
