/** Invented figures for the gallery: the same on each visit. */
import type { CategoryData, ChartSpec } from '../../../ui/chart/chart-data.ts';

/** A sequence of pseudo-random numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Monday 6 July 2026, midnight in UTC. */
const MONDAY = Date.UTC(2026, 6, 6);

/** The kilometres of two vehicles over some days. */
export function distanceByDay(days: readonly string[], names: readonly string[]): CategoryData {
  const next = numbers(7);
  return {
    categories: days,
    series: names.map((name) => ({
      name,
      values: days.map((_, day) => Math.round((day > 4 ? 20 : 90) + next() * 60)),
    })),
  };
}

/** The hours of each day by the fleet's status; the three add up to 24. */
export function hoursByState(days: readonly string[], names: readonly [string, string, string]): CategoryData {
  const next = numbers(11);
  const driving = days.map((_, day) => Math.round((day > 4 ? 20 : 70) + next() * 25) / 10);
  const idle = days.map(() => Math.round(8 + next() * 10) / 10);
  const stopped = days.map((_, day) => Math.round(240 - (driving[day] ?? 0) * 10 - (idle[day] ?? 0) * 10) / 10);
  return {
    categories: days,
    series: [
      { name: names[0], values: driving, color: '--status-running' },
      { name: names[1], values: idle, color: '--status-idle' },
      { name: names[2], values: stopped, color: '--status-inactive' },
    ],
  };
}

/** The speed over a working day, a point each minute: parked at night, three tours with stops. */
export function speedOfDay(name: string): Extract<ChartSpec, { kind: 'time' }> {
  const next = numbers(23);
  let speed = 0;
  const points = Array.from({ length: 24 * 60 }, (_, minute): [number, number] => {
    const hour = minute / 60;
    const driving = [
      [7, 9.5],
      [11, 13],
      [15, 18.2],
    ].some(([from = 0, to = 0]) => hour > from && hour < to);
    const wanted = driving && minute % 17 > 2 ? 30 + next() * 45 : 0;
    speed += (wanted - speed) * 0.5;
    return [MONDAY + minute * 60_000, Math.round(speed)];
  });
  return { kind: 'time', series: [{ name, points }] };
}

/** Fuel per 100 km against mean speed, for two kinds of vehicles. */
export function fuelBySpeed(names: readonly [string, string], xLabel: string, yLabel: string): ChartSpec {
  const next = numbers(31);
  const cloud = (base: number) =>
    Array.from({ length: 60 }, (): [number, number] => {
      const speed = 18 + next() * 60;
      return [Math.round(speed), Math.round((base + (speed - 55) ** 2 / 220 + next() * 2.4) * 10) / 10];
    });
  return {
    kind: 'scatter',
    xLabel,
    yLabel,
    series: [
      { name: names[0], points: cloud(7) },
      { name: names[1], points: cloud(14) },
    ],
  };
}

/** A peak of trips around an hour. */
const swell = (hour: number, around: number, height: number) => height * Math.exp(-(((hour - around) / 2.3) ** 2));

/** Trips begun in each hour of each day: many in the morning and at the end of work, few at the weekend. */
export function tripsByHour(days: readonly string[]): ChartSpec {
  const next = numbers(43);
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const trips = (day: number, hour: number) => {
    const share = day > 4 ? 0.3 : 1;
    return Math.round(share * (swell(hour, 8.5, 12) + swell(hour, 17, 10)) + next() * 2);
  };
  return {
    kind: 'heatmap',
    columns: hours.map(String),
    rows: days,
    values: days.map((_, day) => hours.map((hour) => trips(day, hour))),
  };
}
