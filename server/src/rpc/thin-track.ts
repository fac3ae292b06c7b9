import type { TrackPage } from '../store/tracks/positions.ts';
import { type Bounds, createCone, emptyTrack, type ThinTrack } from './track-cone.ts';

export interface ThinOptions {
  /** After a longer silence the track begins anew. */
  holeMs: number;
  /** Metres; 0 keeps every fix. */
  toleranceM: number;
  /** So many points at most: the tolerance grows until they are. Both ends of each hole are kept whatever comes. */
  maxPoints: number;
  /** Where the tolerance holds; outside, the track is coarser. */
  bounds: Bounds | null;
}

/** Fixes of so many are kept until the end: some 5 MB. Of longer tracks only what is left of them can be thinned again. */
const KEPT_FIXES = 200_000;
/** Larger than the Earth: then only the ends of holes are left. */
const LARGEST_M = 1e8;

/**
 * Thins a track, piece by piece: each fix that is left out lies within the tolerance of where the line between its
 * neighbours is *at its time*, and within an eighth of it across the way: so the line has the shape of the way, and
 * playing it shows the vehicle where it was. One pass, O(n): from the last point kept, each further fix allows a range of
 * velocities; the line ends where a fix needs one outside of them. (Cone intersection with the synchronised distance of
 * Meratnia and de By, EDBT 2004; the disc of velocities is narrowed to a rectangle inside it, along the way.)
 */
export function createThinner({ holeMs, toleranceM, maxPoints, bounds }: ThinOptions) {
  let last = toleranceM;
  /** Of the passes before, where thinned points were thinned again: the errors add up. */
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
  const feed = (source: Columns, isBreak: (index: number) => boolean) => {
    for (let i = 0; i < source.time.length; i++) {
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
  const feedPage = (page: TrackPage) => feed(page, (index) => at(page.time, index) - cone.newest() > holeMs);
  /** Raises the tolerance until the points so far fit. */
  const coarsen = () => {
    cone.end();
    // oxlint-disable-next-line no-unmodified-loop-condition -- `begin` raises it
    while (track.time.length > maxPoints && last < LARGEST_M) {
      const [thinned, before] = [track, last];
      const breaks = new Set(thinned.breaks);
      // A step of four where there are far too many still: half the passes.
      begin(Math.max(1, last * (track.time.length > 4 * maxPoints ? 4 : 2)));
      held = pages ? 0 : held + before;
      if (pages) for (const page of pages) feedPage(page);
      else feed(thinned, (index) => breaks.has(index));
      cone.end();
    }
  };

  return {
    take(page: TrackPage): void {
      // Far too many to begin with: the finest passes would be for nothing.
      if (fixes === 0 && page.length > 4 * maxPoints && toleranceM > 0) begin(toleranceM * 4);
      fixes += page.length;
      if (fixes > KEPT_FIXES) pages = null;
      pages?.push(page);
      feedPage(page);
      if (pages === null && track.time.length > 4 * maxPoints) coarsen();
    },
    /** @returns the points, how many fixes they stand for, and the tolerance that they hold, metres */
    finish(): { track: ThinTrack; fixes: number; toleranceM: number } {
      coarsen();
      return { track, fixes, toleranceM: held + last };
    },
  };
}

type Columns = Record<'time' | 'lat' | 'lon' | 'speed' | 'course', ArrayLike<number>>;

/** An element that is there: columns are read by positions below their length. */
const at = (column: ArrayLike<number>, index: number): number => column[index] ?? Number.NaN;
