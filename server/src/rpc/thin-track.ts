import type { TrackPage } from '../store/positions.ts';
import { type Bounds, createCone, emptyTrack, type ThinTrack } from './track-cone.ts';
import { HOLE_MS } from '../track-files/hole.ts';

export interface ThinOptions {
  /** Metres; 0 keeps every fix. */
  toleranceM: number;
  /** So many points at most: the tolerance grows until they are. Both ends of each hole are kept whatever comes. */
  maxPoints: number;
  /** Where the tolerance holds; outside, the track is coarser. */
  bounds: Bounds | null;
}

/**
 * Thins a track, piece by piece: each fix that is left out lies within the tolerance of where the line between its
 * neighbours is *at its time*, so that playing the thinned track shows the vehicle where it was. One pass, O(n): from
 * the last point kept, each further fix allows a range of velocities; the line ends where a fix needs one outside of
 * them. (Cone intersection of Meratnia and de By's synchronised distance, EDBT 2004; the disc of velocities is
 * narrowed to the square inside it.)
 */
export function createThinner({ toleranceM, maxPoints, bounds }: ThinOptions) {
  let sum = toleranceM;
  let last = toleranceM;
  let track = emptyTrack();
  let cone = createCone(track, toleranceM, bounds);
  let fixes = 0;

  /** Doubles the tolerance until the points so far fit. */
  const coarsen = () => {
    while (track.time.length > maxPoints && last < 1e7) {
      last = Math.max(1, last * 2);
      // What is left out of what was left: the errors add up.
      sum += last;
      const source = track;
      track = emptyTrack();
      cone = createCone(track, last, bounds);
      let next = 0;
      for (let i = 0; i < source.time.length; i++) {
        const isBreak = source.breaks[next] === i;
        if (isBreak) next += 1;
        cone.take(
          at(source.time, i),
          at(source.lat, i),
          at(source.lon, i),
          at(source.speed, i),
          at(source.course, i),
          isBreak,
        );
      }
    }
  };

  return {
    take(page: TrackPage): void {
      for (let i = 0; i < page.length; i++) {
        const time = at(page.time, i);
        cone.take(
          time,
          at(page.lat, i),
          at(page.lon, i),
          at(page.speed, i),
          at(page.course, i),
          time - cone.newest() > HOLE_MS,
        );
      }
      fixes += page.length;
      if (track.time.length > 4 * maxPoints) {
        cone.end();
        coarsen();
      }
    },
    /** @returns the points, how many fixes they stand for, and the tolerance that they hold, metres */
    finish(): { track: ThinTrack; fixes: number; toleranceM: number } {
      cone.end();
      coarsen();
      cone.end();
      return { track, fixes, toleranceM: sum };
    },
  };
}

/** An element that is there: columns are read by positions below their length. */
const at = (column: ArrayLike<number>, index: number): number => column[index] ?? Number.NaN;
