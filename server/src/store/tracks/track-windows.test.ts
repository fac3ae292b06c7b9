import { expect, test } from 'vitest';
import { TrackWindows } from './track-windows.ts';

const span = (from: string, to: string) => ({ deviceId: 1, from, to, speedFactor: 1 });
/** All windows if each hour has this many fixes. */
function windowsOf(from: string, to: string, wanted: number, perHour: number) {
  const windows = new TrackWindows(span(from, to), wanted);
  const all: [from: number, to: number][] = [];
  for (let window = windows.now; window; window = windows.now) {
    const [start, end] = [Date.parse(window.from), Date.parse(window.to)];
    all.push([start, end]);
    windows.next((perHour * (end - start)) / 3_600_000);
  }
  return all;
}

const hours = (all: [number, number][]) => all.map(([from, to]) => (to - from) / 3_600_000);

test('cover the span without a gap, including its last microsecond', () => {
  for (const perHour of [0, 5, 720, 50_000]) {
    const all = windowsOf('2026-01-01 03:04:05.678901+00', '2026-04-01 00:00:00.000999+00', 20_000, perHour);
    expect(all[0]?.[0]).toBeLessThanOrEqual(Date.parse('2026-01-01T03:04:05.678Z'));
    expect(all.at(-1)?.[1]).toBeGreaterThan(Date.parse('2026-04-01T00:00:00.000Z'));
    expect(all.slice(1).map(([from]) => from)).toEqual(all.slice(0, -1).map(([, to]) => to));
  }
});

test('have about the wanted number of fixes: few windows for a silent year, many for a busy day', () => {
  const silent = hours(windowsOf('2026-01-01 00:00:00+00', '2027-01-01 00:00:00+00', 20_000, 0));
  expect(silent.length).toBeLessThan(20);
  const busy = hours(windowsOf('2026-01-01 00:00:00+00', '2026-01-05 00:00:00+00', 2000, 3600));
  expect(Math.max(...busy.slice(6))).toBe(1);
});
