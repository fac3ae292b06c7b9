import { distanceM } from '@milepost/tracking/geo';
import { kphOver } from '@milepost/tracking/speed';
import type { TrackPage } from '../store/tracks/positions.ts';

/** Fixes elsewhere that last longer are shown: the vehicle may really be there. */
const LONGEST_ISLAND_MS = 10 * 60_000;

interface Fix {
  time: number;
  lat: number;
  lon: number;
  speed: number;
  course: number;
}

/**
 * True when no vehicle could drive from one fix to the other: coordinates in 1e-7 degree, times in epoch milliseconds.
 */
export function isLeap(
  from: Pick<Fix, 'time' | 'lat' | 'lon'>,
  to: Pick<Fix, 'time' | 'lat' | 'lon'>,
  wildKph: number,
): boolean {
  const metres = distanceM(from.lat / 1e7, from.lon / 1e7, to.lat / 1e7, to.lon / 1e7);
  return kphOver(metres, from.time, to.time) > wildKph;
}

/**
 * Filters impossible fixes out of a track: a fix, or several at another position for up to ten minutes, where both the
 * leg there and the leg back are faster than `wildKph`. A jump to where the vehicle then stays is passed on.
 * @param wildKph the organisation's setting, km/h
 */
export async function* plausibleFixes(pages: AsyncIterable<TrackPage>, wildKph: number): AsyncGenerator<TrackPage> {
  let last: Fix | null = null;
  let island: Fix[] = [];
  for await (const page of pages) {
    const passed: Fix[] = [];
    for (let i = 0; i < page.length; i++) {
      const fix = fixAt(page, i);
      const away: Fix | undefined = island.at(-1);
      const isReachable: boolean = last === null || !isLeap(last, fix, wildKph);
      if (!away) {
        if (isReachable) passed.push((last = fix));
        else island = [fix];
      } else if (!isLeap(away, fix, wildKph)) {
        island.push(fix);
        if (fix.time - (island[0]?.time ?? fix.time) > LONGEST_ISLAND_MS) {
          passed.push(...island);
          [last, island] = [fix, []];
        }
      } else if (isReachable) {
        passed.push((last = fix));
        island = [];
      } else {
        // Two fixes that agree are accepted; a single unconfirmed one is not.
        if (island.length > 1) {
          passed.push(...island);
          last = away;
        }
        island = [fix];
      }
    }
    if (passed.length > 0) yield pageOf(passed);
  }
  if (island.length > 0) yield pageOf(island);
}

const fixAt = ({ time, lat, lon, speed, course }: TrackPage, index: number): Fix => ({
  time: time[index] ?? 0,
  lat: lat[index] ?? 0,
  lon: lon[index] ?? 0,
  speed: speed[index] ?? 0,
  course: course[index] ?? 0,
});

const pageOf = (fixes: readonly Fix[]): TrackPage => ({
  length: fixes.length,
  time: Float64Array.from(fixes, ({ time }) => time),
  lat: Int32Array.from(fixes, ({ lat }) => lat),
  lon: Int32Array.from(fixes, ({ lon }) => lon),
  speed: Int16Array.from(fixes, ({ speed }) => speed),
  course: Int16Array.from(fixes, ({ course }) => course),
});
