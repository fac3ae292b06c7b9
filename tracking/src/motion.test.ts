import { describe, expect, it } from 'vitest';
import { advanceMotion, copyMotion, motionAt, newMotion, type Observation } from './motion.ts';

/** Returns coordinates the given metres north of the start. */
const north = (metres: number) => ({ lat: metres / 111_195, lon: 0 });
/** A report with coordinates of its own for each moment, unless they are given. */
const seen = (second: number, speedKph: number | null, ignition?: boolean, more: Partial<Observation> = {}) => ({
  time: second * 1000,
  speedKph,
  place: speedKph === null ? null : north(second * (speedKph >= 5 ? 20 : 0.001)),
  attributes: ignition === undefined ? {} : { ignition },
  ...more,
});
const held = (second: number, ignition?: boolean) => seen(second, 38, ignition, { place: north(0) });
const at = (second: number, speedKph: number, powerV: number) =>
  seen(second, speedKph, true, { attributes: { ignition: true, powerV } });
const written = (second: number, speedKph: number, powerV: number) =>
  seen(second, speedKph, undefined, { attributes: { powerV } });
const after = (...observations: Observation[]) => {
  const state = newMotion();
  for (const observation of observations) advanceMotion(state, observation);
  return state;
};

describe('motion with ignition wired', () => {
  it('is running from 5 km/h on and not below', () => {
    expect(after(seen(0, 5, true))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(seen(0, 4.9, true)).motion).toBe('unknown');
  });

  it('is idle after one minute of ignition on and slow, since it became slow', () => {
    const slow = [seen(0, 40, true), seen(10, 0, true)];
    expect(after(...slow, seen(69, 0, true))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(...slow, seen(70, 0, true))).toMatchObject({ motion: 'idle', since: 10_000 });
  });

  it('is stopped immediately when ignition goes off, since then', () => {
    const off = [seen(0, 40, true), seen(10, 3, false)];
    expect(after(...off)).toMatchObject({ motion: 'stopped', since: 10_000 });
    expect(after(...off, seen(600, 0, false))).toMatchObject({ motion: 'stopped', since: 10_000 });
  });

  it('is stopped with the engine off whatever the speed, as on a ferry or a tow truck', () => {
    const drive = [0, 30, 60, 90].map((second) => seen(second, 60, true));
    expect(after(...drive, seen(120, 0, false), seen(3000, 60, false), seen(3030, 60, false)).motion).toBe('stopped');
  });

  it('is running while it moves and its wire was never on, as if it was not connected', () => {
    expect(after(seen(0, 60, false), seen(30, 60, false)).motion).toBe('running');
  });

  it('is not idle before a full minute since the ignition was switched on', () => {
    const parked = [seen(0, 0, false), seen(1000, 0, false), seen(1010, 0, true)];
    expect(after(...parked, seen(1069, 0, true)).motion).toBe('stopped');
    expect(after(...parked, seen(1070, 0, true))).toMatchObject({ motion: 'idle', since: 1_010_000 });
  });

  it('takes ignition from a status report without a fix, and continues movement through one', () => {
    expect(after(seen(0, 40, true), seen(5, null, true))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(seen(0, 40, true), seen(5, null, false))).toMatchObject({ motion: 'stopped', since: 5000 });
    expect(after(seen(0, 40, true), seen(5, null, false), seen(6, null, true)).motion).toBe('stopped');
  });
});

describe('motion without ignition wired', () => {
  it('is stopped after three minutes without movement, since the last movement', () => {
    const slow = [seen(0, 30), seen(20, 1)];
    expect(after(...slow, seen(199, 1))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(...slow, seen(200, 1))).toMatchObject({ motion: 'stopped', since: 20_000 });
  });

  it('restarts the three minutes when it moves in between', () => {
    expect(after(seen(0, 30), seen(20, 1), seen(100, 20), seen(110, 0), seen(289, 0)).motion).toBe('running');
  });
});

describe('the engine rather than the wire', () => {
  // A truck with a wire that is always on: it drives for an hour, during which its alternator raises the voltage; then
  // it stands.
  const drive = Array.from({ length: 120 }, (_, i) => at(i * 30, 60, 28.2));
  const stand = Array.from({ length: 40 }, (_, i) => at(3600 + i * 120, 0, 25.1));

  it('is stopped with the wire on and the alternator at rest, and idle with it running', () => {
    expect(after(...drive, ...stand)).toMatchObject({ motion: 'stopped', ignition: true });
    const idling = [8460, 8520, 8580].map((second) => at(second, 0, 28.1));
    expect(after(...drive, ...stand, ...idling)).toMatchObject({ motion: 'idle', engine: { source: 'voltage' } });
  });

  it('follows the source chosen by a person', () => {
    const chosen = newMotion();
    for (const one of [...drive, ...stand]) advanceMotion(chosen, one, 'wire');
    expect(chosen).toMatchObject({ motion: 'idle', engine: { source: 'wire' } });
  });

  it('leaves a copy unchanged', () => {
    const state = after(...drive);
    const copy = copyMotion(state);
    const was = structuredClone(state);
    for (const one of stand) advanceMotion(state, one);
    expect(copy).toEqual(was);
    expect(state).not.toEqual(was);
  });
});

describe('a speed without displacement', () => {
  it('counts for two minutes and no longer', () => {
    expect(after(held(0), held(60), held(120)).motion).toBe('running');
    expect(after(held(0), held(60), held(120), held(150), held(180))).toMatchObject({ motion: 'stopped', since: 0 });
  });

  it('is idling if the engine runs', () => {
    expect(after(held(0, true), held(60, true), held(130, true))).toMatchObject({ motion: 'idle', since: 0 });
  });

  it('counts once the coordinates change', () => {
    const gone = seen(200, 38, undefined, { place: north(300) });
    expect(after(held(0), held(100), held(190), gone)).toMatchObject({ motion: 'running', since: 200_000 });
  });
});

describe('a gap in the data', () => {
  it('makes the motion of a moving vehicle unknown after more than ten minutes', () => {
    expect(after(seen(0, 40, true), seen(600, 40, true))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(seen(0, 40, true), seen(601, 40, true))).toMatchObject({ motion: 'running', since: 601_000 });
    const away = { place: north(400) };
    expect(after(seen(0, 40, true), seen(601, 0, true, away)).motion).toBe('unknown');
  });

  it('is standing if the coordinates are the same after it, since it became slow or since the last report', () => {
    expect(after(seen(0, 40, true), seen(1260, 0, true))).toMatchObject({ motion: 'stopped', since: 0 });
    const slow = [seen(0, 40, true), seen(60, 40, true), seen(70, 2, true, { place: north(1200) })];
    const parked = seen(1330, 0, false, { place: north(1210) });
    expect(after(...slow, parked)).toMatchObject({ motion: 'stopped', since: 70_000 });
    // The engine was reported on during its stop: it idles since then.
    const idling = [parked, seen(1400, 0, true, { place: north(1210) }), seen(1460, 0, true, { place: north(1210) })];
    expect(after(...slow, ...idling)).toMatchObject({ motion: 'idle', since: 1_400_000 });
  });

  it('does not end standing', () => {
    expect(after(seen(0, 0, false), seen(7200, 0, false))).toMatchObject({ motion: 'stopped', since: 0 });
  });
});

it('ignores an observation older than the newest seen', () => {
  expect(after(seen(100, 40, true), seen(99, 0, false))).toEqual(after(seen(100, 40, true)));
});

describe('a parked device that reported one low voltage and then nothing', () => {
  const parked = after(written(0, 40, 28.2), written(30, 40, 28.2), written(60, 0, 28.2), written(150, 0, 25.3));

  it('is idle by its newest report, and has its engine off since that reading once it was not contradicted for two minutes', () => {
    expect(parked).toMatchObject({ motion: 'idle', engine: { on: true } });
    expect(motionAt(parked, 269_000)).toMatchObject({ motion: 'idle', engine: { on: true } });
    expect(motionAt(parked, 270_000)).toMatchObject({
      motion: 'stopped',
      since: 150_000,
      engine: { on: false, since: 150_000 },
    });
  });

  it('is evaluated the same by its next report, whatever that contains', () => {
    const state = copyMotion(parked);
    advanceMotion(state, written(400, 0, 25.3));
    expect(state).toMatchObject({ motion: 'stopped', engine: { on: false, since: 150_000 } });
    const running = copyMotion(parked);
    advanceMotion(running, written(400, 0, 28.2));
    expect(running).toMatchObject({ engine: { on: true, since: 400_000 } });
  });

  it('follows a choice of the source before its next report', () => {
    expect(motionAt(parked, 160_000, 'movement').engine).toMatchObject({ on: null, source: 'movement' });
    expect(parked.engine.source).toBe('voltage');
  });
});

describe('the reporting interval while moving', () => {
  it('is unknown before two reports of movement, then the gap between them', () => {
    expect(after(seen(0, 40)).intervalS).toBeNull();
    expect(after(seen(0, 40), seen(30, 40)).intervalS).toBe(30);
  });

  it('ignores heartbeats and standing, and a single silence at most doubles it', () => {
    expect(after(seen(0, 40), seen(10, null), seen(30, 40)).intervalS).toBe(30);
    expect(after(seen(0, 40), seen(30, 40), seen(40, 0), seen(3000, 0), seen(3010, 40)).intervalS).toBe(30);
    expect(after(seen(0, 40), seen(30, 40), seen(2000, 40)).intervalS).toBe(60);
  });
});
