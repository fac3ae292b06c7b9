import { describe, expect, it } from 'vitest';
import { DEPOTS, demoFleet, luhnDigit, testImei } from './fleet.ts';
import { OptionError, readOptions } from './options.ts';

describe('testImei', () => {
  it('has the check digit of the IMEI standard', () => {
    // The example IMEI of 3GPP documents and of Wikipedia: 49-015420-323751 has check digit 8.
    expect(luhnDigit('49015420323751')).toBe(8);
    // 7, 1 and one 4 are at doubled positions: 5 + 2 + 8, plus the other 4: 19, so the complement is 1.
    expect(testImei(7)).toBe('004401000000071');
  });
});

describe('demoFleet', () => {
  const fleet = demoFleet(60);

  it('is deterministic', () => {
    expect(demoFleet(60)).toEqual(fleet);
  });

  it('has no duplicate identity, plate or driver', () => {
    for (const key of ['identity', 'registration', 'driver'] as const) {
      expect(new Set(fleet.map((vehicle) => vehicle[key])).size).toBe(60);
    }
    const large = demoFleet(2000);
    expect(new Set(large.map((vehicle) => vehicle.registration)).size).toBe(2000);
    expect(new Set(large.map((vehicle) => vehicle.identity)).size).toBe(2000);
  });

  it('has valid device identities', () => {
    for (const { identity } of fleet) {
      expect(identity).toMatch(/^\d{15}$/);
      expect(Number(identity.at(-1))).toBe(luhnDigit(identity.slice(0, 14)));
    }
  });

  it('splits vehicles over three protocols in roughly the intended shares', () => {
    const counts = { gt06: 0, teltonika: 0, osmand: 0 };
    for (const { protocol } of fleet) counts[protocol] += 1;
    expect(Math.abs(counts.gt06 - 27)).toBeLessThanOrEqual(3);
    expect(Math.abs(counts.teltonika - 24)).toBeLessThanOrEqual(3);
    expect(Math.abs(counts.osmand - 9)).toBeLessThanOrEqual(3);
  });

  it('has three vehicles that went silent and one that never reported', () => {
    expect(fleet.filter((vehicle) => vehicle.connectivity === 'silent')).toHaveLength(3);
    expect(fleet.filter((vehicle) => vehicle.connectivity === 'never')).toHaveLength(1);
  });

  it('has one truck with a live ignition wire and one van with a dead one, both with known supply voltage', () => {
    for (const count of [24, 60, 62]) {
      const wrong = demoFleet(count).filter(({ wire }) => wire !== 'right');
      expect(wrong.map(({ type, wire }) => [type, wire])).toEqual([
        ['van', 'dead'],
        ['truck', 'live'],
      ]);
      expect(
        wrong.filter(({ protocol, connectivity }) => protocol !== 'teltonika' || connectivity !== 'normal'),
      ).toEqual([]);
    }
  });

  it('starts shifts in every hour, at an existing depot', () => {
    expect(new Set(fleet.map((vehicle) => Math.floor(vehicle.shift.startMinute / 60))).size).toBe(24);
    for (const { depot } of fleet) expect(DEPOTS.map(({ id }) => id)).toContain(depot);
  });
});

describe('readOptions', () => {
  it('has the documented defaults', () => {
    expect(readOptions([])).toMatchObject({ vehicles: 60, host: '127.0.0.1', backlogDays: 7, state: null, rate: null });
    expect(readOptions([]).ports).toEqual({ gt06: 5023, teltonika: 5027, osmand: 5055 });
  });

  it('reads every option', () => {
    const args =
      '--vehicles 5 --host h --gt06-port 1 --teltonika-port 2 --osmand-port 3 --protocols osmand,gt06 --state s --backlog-days 0.5';
    expect(readOptions([...args.split(' '), '--rate', '1.5', '--duration', '9'])).toEqual({
      vehicles: 5,
      host: 'h',
      ports: { gt06: 1, teltonika: 2, osmand: 3 },
      protocols: ['gt06', 'osmand'],
      state: 's',
      backlogDays: 0.5,
      rate: 1.5,
      durationS: 9,
      untilInputEnds: false,
      printFleet: false,
      help: false,
    });
  });

  it('names every invalid option in one line', () => {
    const wrong = ['--vehicles', '0', '--gt06-port', 'x', '--backlog-days', ''];
    expect(() => readOptions(wrong)).toThrow(OptionError);
    expect(() => readOptions(wrong)).toThrow(
      /^[^\n]*--vehicles[^\n]*"0"[^\n]*--gt06-port[^\n]*"x"[^\n]*--backlog-days[^\n]*$/,
    );
    expect(() => readOptions(['--speed', '3'])).toThrow(/--speed/);
    expect(() => readOptions(['--protocols', 'h02'])).toThrow(/--protocols[^\n]*"h02"/);
    expect(() => readOptions(['--protocols', ''])).toThrow(/--protocols/);
    expect(() => readOptions(['--rate', '-1'])).toThrow(/^[^\n]*--rate[^\n]*$/);
  });
});
