import { expect, test } from 'vitest';
import { createPlayback, standingBetween, standingOfAll } from './playback.ts';

/** A playback from 0 to 1,000,000 whose frames the test triggers. */
function playback() {
  let next: ((now: number) => void) | null = null;
  let now = 0;
  const made = createPlayback({
    requestFrame(frame) {
      next = frame;
      return () => (next = null);
    },
  });
  made.setRange(0, 1_000_000);
  /** Triggers frames with these intervals in milliseconds. */
  const frames = (...steps: number[]) => {
    for (const step of steps) {
      now += step;
      next?.(now);
    }
  };
  return { made, frames, running: () => next !== null };
}

test('a second at the screen is a minute of the track at 60 times', () => {
  const { made, frames } = playback();
  made.setRate(60);
  made.play();
  frames(0, 16, 16, 100);
  expect(made.at()).toBe(132 * 60);
});

test('the first frame and a tab that slept do not leap', () => {
  const { made, frames } = playback();
  made.setRate(1);
  made.play();
  frames(5000, 60_000);
  expect(made.at()).toBe(250);
});

test('at the end it pauses, and restarts when played again', () => {
  const { made, frames, running } = playback();
  made.setRate(3600);
  made.seek(999_000);
  made.play();
  frames(0, 100);
  expect([made.at(), made.state().playing, running()]).toEqual([1_000_000, false, false]);
  made.play();
  frames(0);
  expect([made.at(), made.state().playing]).toEqual([0, true]);
});

test('standing is skipped, or not', () => {
  const { made, frames } = playback();
  made.setStanding([[1000, 500_000, 0]]);
  made.setRate(10);
  made.seek(900);
  made.play();
  frames(0, 50);
  expect(made.at()).toBe(500_000);
  made.setSkip(false);
  made.seek(900);
  frames(50);
  expect(made.at()).toBe(1400);
});

test('drawing listeners get each frame and seek; settings listeners only changed settings', () => {
  const { made, frames } = playback();
  const drawn: number[] = [];
  let changes = 0;
  const stop = made.onFrame((at) => drawn.push(at));
  made.onChange(() => changes++);
  made.setRate(1);
  made.play();
  frames(0, 10, 10);
  made.seek(-5);
  made.pause();
  stop();
  made.seek(7);
  expect(drawn).toEqual([0, 0, 10, 20, 0]);
  expect(changes).toBe(3);
});

test('a new range keeps the moment if it lies within', () => {
  const { made } = playback();
  made.seek(400_000);
  made.setRange(300_000, 500_000);
  expect(made.at()).toBe(400_000);
  made.setRange(0, 100_000);
  expect(made.at()).toBe(100_000);
});

const at = (ms: number) => new Date(ms).toISOString();

test('the time between trips is standing; a trip in progress extends to the end', () => {
  const trips = [
    { start: at(-50), end: at(100) },
    { start: at(200), end: at(300) },
    { start: at(400), end: null },
  ];
  expect(standingBetween(trips, [], [0, 1000])).toEqual([
    [100, 200, 0.1],
    [300, 400, 0.1],
  ]);
  expect(standingBetween(trips.slice(0, 2), [], [0, 1000])).toEqual([
    [100, 200, 0.1],
    [300, 1000, 0.7],
  ]);
});

test('a skipped span is reported with its unknown time', () => {
  // Stopped from 100 s to 700 s, half of it unknown; the next stop has data from 800 s on.
  const stops = [
    { start: at(100_000), durationS: 600, unseenS: 300 },
    { start: at(800_000), durationS: 200, unseenS: 0 },
  ];
  expect(standingBetween([], stops, [100_000, 1_000_000])).toEqual([[100_000, 1_000_000, 400]]);

  const { made, frames } = playback();
  const skipped: unknown[] = [];
  made.setStanding([[0, 500_000, 400]]);
  made.setOnSkip((span) => skipped.push(span));
  made.play();
  frames(0, 16);
  expect(skipped).toEqual([[0, 500_000, 400]]);
  expect(made.at()).toBeGreaterThanOrEqual(500_000);
});

test('with several vehicles only the time in which all of them stand is skipped', () => {
  const one = [
    [0, 100_000, 0],
    [300_000, 500_000, 20],
  ] as const;
  const other = [[50_000, 400_000, 200]] as const;
  expect(standingOfAll([one, other])).toEqual([
    [50_000, 100_000, 50],
    [300_000, 400_000, 100],
  ]);
  expect(standingOfAll([one])).toEqual(one);
  expect(standingOfAll([one, []])).toEqual([]);
});
