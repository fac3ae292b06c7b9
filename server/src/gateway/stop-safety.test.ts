/** The conditions for stopping an engine. */
import { expect, it } from 'vitest';
import { StandingWatch, whyNotStop } from './stop-safety.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const ago = (seconds: number, speedKph: number, lat = -34.9) => ({
  fixTime: NOW - seconds * 1000,
  speedKph,
  lat,
  lon: -56.16,
});

it('refuses above 10 km/h, and with a position older than a minute or none', () => {
  expect(whyNotStop(ago(0, 10), NOW)).toBeNull();
  expect(whyNotStop(ago(0, 10.1), NOW)).toBe('moving');
  expect(whyNotStop(ago(60, 0), NOW)).toBeNull();
  expect(whyNotStop(ago(61, 0), NOW)).toBe('position-old');
  expect(whyNotStop({ fixTime: null, speedKph: 0 }, NOW)).toBe('position-old');
});

it('allows it after 30 s without a movement between', () => {
  const watch = new StandingWatch();
  expect(watch.see(ago(50, 0), NOW)).toBe(false);
  expect(watch.see(ago(40, 5), NOW)).toBe(false);
  expect(watch.see(ago(35, 0), NOW)).toBe(false);
  expect(watch.see(ago(6, 2.9), NOW)).toBe(false);
  expect(watch.see(ago(5, 2.9), NOW)).toBe(true);
});

it('is not misled by late fixes, nor by silence', () => {
  const watch = new StandingWatch();
  watch.see(ago(20, 30), NOW);
  expect(watch.see(ago(55, 0), NOW)).toBe(false);
  expect(watch.see(ago(10, 0), NOW)).toBe(false);
  const silent = new StandingWatch();
  silent.see(ago(120, 0), NOW);
  expect(silent.see(ago(80, 0), NOW)).toBe(false);
});

it('does not count a vehicle as standing when its next fix is elsewhere, however long the silence between', () => {
  const watch = new StandingWatch();
  watch.see(ago(300, 0), NOW);
  // At a traffic light one kilometre further on.
  expect(watch.see(ago(20, 0, -34.909), NOW)).toBe(false);
  // The drift of a receiver, some metres.
  expect(watch.see(ago(-10, 0, -34.9092), NOW + 10_000)).toBe(true);
});
