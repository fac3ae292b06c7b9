import { describe, expect, it } from 'vitest';
import type { Moves, TrueFacts } from './movement.ts';
import { ObedientMovement } from './obedient-movement.ts';

const S = 1000;

/** Drives east at 10 m/s from second 100 to 200, and is parked before and after. */
const planned: Moves = {
  truthAt: (ms): TrueFacts => {
    const drivenS = Math.min(Math.max(ms / S - 100, 0), 100);
    const drives = drivenS > 0 && drivenS < 100;
    return {
      lat: 0,
      lon: drivenS / 10_000,
      speedKph: drives ? 36 : 0,
      courseDeg: 90,
      ignition: drives,
      state: drives ? 'driving' : 'stopped',
      odometerM: 10 * drivenS,
      tunnel: false,
    };
  },
  nextChange: (ms) => (ms < 100 * S ? 100 * S : ms < 200 * S ? 200 * S : 900 * S),
  engineSince: (ms) => (ms < 100 * S ? 0 : ms < 200 * S ? 100 * S : 200 * S),
  haltedAt: (ms) => (ms < 100 * S ? 0 : ms < 200 * S ? ms : 200 * S),
  dayTruth: () => ({ trips: [], stops: [] }),
};

describe('vehicle immobilised by command', () => {
  it('stays where it is and drives on when the engine is resumed', () => {
    const movement = new ObedientMovement(planned);
    movement.stop(140 * S);
    expect(movement.truthAt(139 * S)).toMatchObject({ odometerM: 390, state: 'driving' });
    const stands = { odometerM: 400, speedKph: 0, ignition: false, state: 'stopped' };
    expect([140, 300].map((s) => movement.truthAt(s * S))).toMatchObject([stands, stands]);
    expect(movement.nextChange(300 * S)).toBe(Infinity);
    expect([movement.haltedAt(300 * S), movement.engineSince(300 * S)]).toEqual([140 * S, 140 * S]);
    movement.resume(340 * S);
    expect(movement.truthAt(300 * S)).toMatchObject(stands);
    expect(movement.truthAt(341 * S)).toMatchObject({ odometerM: 410, speedKph: 36, state: 'driving' });
    // The vehicle drove 40 of its 100 s; the other 60 s are from 340 to 400.
    expect([movement.nextChange(341 * S), movement.engineSince(341 * S)]).toEqual([400 * S, 340 * S]);
  });

  it('continues after a restart of the simulator as if there had been none', () => {
    const before = new ObedientMovement(planned);
    before.stop(140 * S);
    const after = new ObedientMovement(planned, structuredClone(before.holds));
    expect(after.truthAt(300 * S)).toMatchObject({ odometerM: 400, state: 'stopped' });
    after.resume(340 * S);
    expect(after.truthAt(350 * S)).toMatchObject({ odometerM: 500, state: 'driving' });
  });

  it('is back on schedule once it reaches where it would be anyway', () => {
    const movement = new ObedientMovement(planned);
    movement.stop(140 * S);
    movement.resume(340 * S);
    movement.catchUp(350 * S);
    expect(movement.holds).toHaveLength(1);
    movement.catchUp(401 * S);
    expect(movement.holds).toEqual([]);
  });

  it('stays immobilised on a second stop and ignores a resume without a stop', () => {
    const movement = new ObedientMovement(planned);
    movement.resume(120 * S);
    movement.stop(140 * S);
    movement.stop(150 * S);
    movement.resume(160 * S);
    expect(movement.holds).toEqual([{ fromMs: 140 * S, toMs: 160 * S }]);
  });
});
