import { expect, test } from 'vitest';
import type { TrackPage } from '../store/tracks/positions.ts';
import { plausibleFixes } from './plausible-fixes.ts';
import { thinTrack } from './thin-track.ts';

const WILD_KPH = 250;

/** [seconds, degrees north]; one degree is 111.2 km, so 250 km/h over ten seconds are 0.00625 degrees. */
type Fix = [time: number, lat: number];

const pageOf = (fixes: readonly Fix[]): TrackPage => ({
  length: fixes.length,
  time: Float64Array.from(fixes, ([time]) => time * 1000),
  lat: Int32Array.from(fixes, ([, lat]) => Math.round(lat * 1e7)),
  lon: new Int32Array(fixes.length),
  speed: new Int16Array(fixes.length),
  course: new Int16Array(fixes.length),
});

async function* inPages(fixes: readonly Fix[], size: number) {
  for (let at = 0; at < fixes.length; at += size) yield pageOf(fixes.slice(at, at + size));
}

/** The remaining moments of a track, which do not depend on the size of pages. */
async function left(fixes: readonly Fix[]): Promise<number[]> {
  const answers = [];
  for (const size of [1, 2, 3, 1000]) {
    const times: number[] = [];
    for await (const page of plausibleFixes(inPages(fixes, size), WILD_KPH)) times.push(...page.time);
    answers.push(times.map((time) => time / 1000));
  }
  const [first = []] = answers;
  for (const answer of answers) expect(answer).toEqual(first);
  return first;
}

const tens = (lats: readonly number[]): Fix[] => lats.map((lat, index) => [index * 10, lat]);

test.each<[string, number[], number[]]>([
  ['a fix out of reach both ways', [0, 0.001, 0.3, 0.002], [0, 10, 30]],
  ['two in a row at different places', [0, 0.3, -0.3, 0.001], [0, 30]],
  ['several at one other place, and back', [0, 0.3, 0.3001, 0.3, 0.001, 0.002], [0, 40, 50]],
])('omits %s', async (_, lats, expected) => {
  expect(await left(tens(lats))).toEqual(expected);
});

test.each<[string, number[]]>([
  ['a fix that can just be reached', [0, 0.0062, 0, 0.001]],
  ['a leap to where it stays', [0, 0.3, 0.3001, 0.3002]],
  ['the last fix, which nothing denies yet', [0, 0.001, 0.3]],
  ['two places that both are confirmed', [0, 0, 0.3, 0.3, 0.9, 0.9]],
])('passes on %s', async (_, lats) => {
  expect(await left(tens(lats))).toHaveLength(lats.length);
});

/** A position 334 km away for this many minutes, and back. */
const away = (minutes: number): Fix[] => [
  [0, 0],
  ...Array.from({ length: minutes + 1 }, (_, minute): Fix => [10 + minute * 60, 3]),
  [20 + minutes * 60, 0],
];

test('trusts another place after ten minutes, even when the vehicle returns', async () => {
  expect(await left(away(10))).toEqual([0, 620]);
  expect(await left(away(11))).toHaveLength(14);
});

test('a leap begins another piece of the track, whatever the pages, and when it is thinned again', async () => {
  const fixes = tens([0, 0.001, 0.0035, 0.3, 0.301, 0.3035]);
  for (const size of [1, 2, 3, 6]) {
    for (const maxPoints of [100, 4]) {
      const pages = async function* () {
        for (let at = 0; at < fixes.length; at += size) yield pageOf(fixes.slice(at, at + size));
      };
      const options = { gapMs: 300_000, wildKph: WILD_KPH, toleranceM: 1, maxPoints, bounds: null };
      const { track } = await thinTrack(pages(), options, 1);
      expect(track.breaks.map((index) => track.time[index])).toEqual([30_000]);
    }
  }
});
