import { distanceM } from '@milepost/city/distance';
import { cityForTests } from '@milepost/city/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { simulate, worldOf } from '../simulate.ts';
import type { SimulatedReport, SimulatedVehicle, World } from '../simulate.ts';
import { lastingFaults } from './fault.ts';
import type { Episode, FaultRates } from './fault.ts';

const DAY_MS = 86_400_000;

let world: World;
let clean: SimulatedVehicle[];
beforeAll(() => {
  world = worldOf(cityForTests());
  clean = run({});
}, 120_000);

/** A truck, a motorcycle and a van for three days. */
function run(faults: FaultRates): SimulatedVehicle[] {
  return simulate({ world, vehicles: [0, 3, 13], days: 3, intervalS: 60, receiver: 'exact', faults });
}

/** Pairs each report with the one that a fault-free device sent at the same moment. */
function pairs(faults: FaultRates) {
  return run(faults).flatMap(({ index, reports, truth }) => {
    const good = new Map(clean.find((one) => one.index === index)?.reports.map((report) => [report.ms, report]));
    return reports.map((report) => {
      const other = good.get(report.ms);
      if (!other) throw new Error('a report that a good device does not send');
      return { report, good: other, truth };
    });
  });
}

/** Faster than `toEqual` for thousands of reports. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the reports that no fault claims to have changed, but that differ. */
const touched = (all: ReturnType<typeof pairs>) =>
  all.filter(({ report, good }) => report.faults.length === 0 && !isSame(report.position, good.position));

/** Checks that everything except the fault's own change is unchanged. */
function expectOnly(changed: (report: SimulatedReport) => SimulatedReport['position'], faults: FaultRates): void {
  const all = pairs(faults);
  expect(all.length).toBe(clean.reduce((sum, { reports }) => sum + reports.length, 0));
  expect(all.filter(({ report, good }) => !isSame(report.position, changed(good)))).toEqual([]);
}

const episodesOf = <K extends Episode['kind']>(vehicles: readonly SimulatedVehicle[], kind: K) =>
  vehicles.flatMap(({ truth }) =>
    truth.episodes.filter((one): one is Extract<typeof one, { kind: K }> => one.kind === kind),
  );

const wired =
  (ignition: boolean) =>
  ({ position }: SimulatedReport) => ({ ...position, attributes: { ...position.attributes, ignition } });

describe('permanent faults', () => {
  it('keeps a live wire on all day and a dead one off', () => {
    expectOnly(wired(true), { liveWire: 1 });
    expectOnly(wired(false), { deadWire: 1 });
    expect(run({ liveWire: 1 }).map(({ truth }) => [...truth.lasting])).toEqual([
      ['liveWire'],
      ['liveWire'],
      ['liveWire'],
    ]);
  });

  it('reports speeds in wrong units and a stuck course', () => {
    expectOnly(({ position }) => ({ ...position, speedKph: position.speedKph / 3.6 }), { speedInMps: 1 });
    expectOnly(({ position }) => ({ ...position, speedKph: position.speedKph / 1.852 }), { speedInKnots: 1 });
    expectOnly(({ position }) => ({ ...position, courseDeg: 90 }), { stuckCourse: 1 });
  });

  it('repeats the speed before the halt for as long as the stale speed lasts', () => {
    let stale = 0;
    for (const { report, good, truth } of pairs({ staleSpeed: 1 })) {
      const stop = truth.stops.find(({ startMs, endMs }) => report.ms >= startMs && report.ms < endMs);
      if (!stop) expect(isSame(report.position, good.position)).toBe(true);
      else if (stop.startMs > truth.period.startMs) {
        expect(report.position.speedKph).toBe(truth.at(stop.startMs - 4000).speedKph);
        stale += report.position.speedKph > 5 ? 1 : 0;
      }
    }
    expect(stale).toBeGreaterThan(2500);
  });

  it('changes a ghost speed while the position stays the same', () => {
    const wrong = pairs({ ghostSpeed: 1 }).filter(({ report, good, truth }) => {
      const { speedKph, ...rest } = report.position;
      const { speedKph: was, ...goodRest } = good.position;
      const stands = truth.at(report.ms).state !== 'driving';
      return !isSame(rest, goodRest) || (stands ? speedKph < 5 || speedKph > 40 : speedKph !== was);
    });
    expect(wrong).toEqual([]);
  });

  it('affect the share of vehicles given by the rate, never two exclusive faults at once', () => {
    const all = Array.from({ length: 2000 }, (_, i) => lastingFaults({ liveWire: 0.3, deadWire: 0.2 }, 1, i));
    expect(Math.abs(all.filter((one) => one.has('liveWire')).length - 600)).toBeLessThan(80);
    expect(Math.abs(all.filter((one) => one.has('deadWire')).length - 400)).toBeLessThan(80);
    expect(all.filter((one) => one.size > 1)).toEqual([]);
  });
});

describe('temporary faults', () => {
  it('cut power reads zero or is missing for as long as it is cut', () => {
    const all = pairs({ powerCut: 2 });
    expect(touched(all)).toEqual([]);
    const wrong = all.filter(({ report: { ms, position }, truth }) => {
      const cut = truth.episodes.findLast((one) => ms >= one.startMs && ms < one.endMs);
      return cut?.kind === 'powerCut' && position.attributes.powerV !== (cut.reads === 'zero' ? 0 : undefined);
    });
    expect(wrong).toEqual([]);
    const cuts = episodesOf(run({ powerCut: 2 }), 'powerCut');
    expect(new Set(cuts.map(({ reads }) => reads))).toEqual(new Set(['zero', 'nothing']));
  });

  it('jamming loses, scatters or freezes the fix for minutes: driving, at stops and parked', () => {
    const jams = episodesOf(run({ jamming: 3 }), 'jamming');
    expect(new Set(jams.map(({ where }) => where))).toEqual(new Set(['driving', 'resting', 'parked']));
    expect(new Set(jams.map(({ manner }) => manner))).toEqual(new Set(['noFix', 'scattered', 'frozen']));
    const all = pairs({ jamming: 3 });
    expect(touched(all)).toEqual([]);
    for (const { report, good, truth } of all) {
      const jam = truth.episodes.findLast(({ reportsMs }) => reportsMs.includes(report.ms));
      if (jam?.kind !== 'jamming') continue;
      const { lat, lon, valid } = report.position;
      const first = truth.at(jam.startMs);
      expect(valid).toBe(jam.manner !== 'noFix');
      if (jam.manner === 'scattered') {
        expect(distanceM(lat, lon, good.position.lat, good.position.lon)).toBeLessThan(3600);
      } else expect([lat, lon]).toEqual([first.lat, first.lon]);
    }
  });

  it('spoofed fixes are hundreds of kilometres away, single or for minutes at one position, and all others are right', () => {
    const spoofs = episodesOf(run({ spoofing: 3 }), 'spoofing');
    expect(new Set(spoofs.map(({ where }) => where))).toEqual(new Set(['driving', 'resting', 'parked']));
    expect(new Set(spoofs.map(({ manner }) => manner))).toEqual(new Set(['single', 'stays']));
    const all = pairs({ spoofing: 3 });
    expect(touched(all)).toEqual([]);
    for (const { report, good } of all.filter((one) => one.report.faults.length > 0)) {
      const { lat, lon } = report.position;
      expect(distanceM(lat, lon, good.position.lat, good.position.lon)).toBeGreaterThan(100_000);
    }
    for (const { manner, reportsMs, endMs, startMs } of spoofs) {
      expect(endMs - startMs).toBeLessThanOrEqual(manner === 'single' ? 95_000 : 12 * 60_000);
      expect(reportsMs.length).toBeLessThanOrEqual(manner === 'single' ? 2 : 12);
    }
  });

  it('exactly one report per clock fault has a wrong date, at the right position', () => {
    const faults = { pastDate: 2, futureDate: 1 };
    const dated = [...episodesOf(run(faults), 'pastDate'), ...episodesOf(run(faults), 'futureDate')];
    expect(dated.filter(({ reportsMs }) => reportsMs.length > 1)).toEqual([]);
    expect(dated.filter(({ reportsMs }) => reportsMs.length === 1).length).toBeGreaterThan(20);
    const shifts = new Set<number>();
    const all = pairs(faults);
    expect(touched(all)).toEqual([]);
    for (const { report, good } of all.filter((one) => one.report.faults.length > 0)) {
      const { fixTime, ...rest } = report.position;
      expect({ ...rest, fixTime: good.position.fixTime }).toEqual(good.position);
      shifts.add((fixTime.getTime() - report.ms) / DAY_MS);
    }
    expect(shifts).not.toContain(0);
    const weeks = [...shifts].filter((days) => days === -7168 || days === -14_336);
    expect(weeks).toHaveLength(2);
    expect([...shifts].some((days) => days >= -110 && days <= -90)).toBe(true);
    expect([...shifts].some((days) => days > 0 && days <= 400)).toBe(true);
  });

  it('silences are listed from the last report before to the first one after', () => {
    const vehicles = run({ silence: 1.5 });
    for (const { reports, truth } of vehicles) {
      const silences = truth.episodes.filter(({ kind }) => kind === 'silence');
      const times = reports.map(({ ms }) => ms);
      for (const { startMs, endMs } of silences) expect(times.filter((ms) => ms >= startMs && ms < endMs)).toEqual([]);
      for (const { startMs, endMs, drivenM } of truth.unknown) {
        expect(times.filter((ms) => ms > startMs && ms < endMs)).toEqual([]);
        expect(silences.some((one) => one.startMs < endMs && one.endMs > startMs)).toBe(true);
        expect(drivenM).toBe(truth.drivenBetween(startMs, endMs));
      }
      expect(truth.unknown.length).toBeGreaterThan(0);
    }
    const inAll = vehicles.flatMap(({ truth }) => truth.unknown);
    expect(inAll.some(({ drivenM }) => drivenM > 500)).toBe(true);
    expect(inAll.some(({ drivenM }) => drivenM === 0)).toBe(true);
    expect(touched(pairs({ silence: 1.5 }))).toEqual([]);
  });

  it('occur at the same times whichever other faults are switched on', () => {
    const alone = episodesOf(run({ jamming: 1 }), 'jamming').map(({ startMs, endMs }) => [startMs, endMs]);
    const beside = episodesOf(run({ jamming: 1, spoofing: 2, powerCut: 1, liveWire: 1 }), 'jamming');
    expect(beside.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(alone);
  });
});

describe('towing and ferry rides', () => {
  it('move the vehicle kilometres with the engine off and bring it back', () => {
    const vehicles = run({ ride: 1 });
    expect(new Set(vehicles.flatMap(({ truth }) => truth.rides.map(({ kind }) => kind)))).toEqual(
      new Set(['towTruck', 'ferry']),
    );
    for (const { reports, truth, index, vehicle } of vehicles) {
      const before = clean.find((one) => one.index === index)?.truth;
      expect(truth.trips).toEqual(before?.trips);
      expect(truth.drivenM).toBe(before?.drivenM);
      for (const { startMs, endMs, lengthM } of truth.rides) {
        const during = reports.filter(({ ms }) => ms >= startMs && ms < endMs).map(({ position }) => position);
        if (during.length < 5) continue;
        const metres = during
          .slice(1)
          .map(({ lat, lon }, i) => distanceM(lat, lon, during[i]?.lat ?? 0, during[i]?.lon ?? 0));
        const sum = metres.reduce((a, b) => a + b, 0);
        if (startMs > truth.period.startMs && endMs < truth.period.endMs) expect(sum / lengthM).toBeGreaterThan(0.8);
        expect(sum).toBeLessThan(lengthM * 1.001);
        expect(Math.max(...metres)).toBeLessThan(1600);
        for (const { attributes } of during) {
          expect(attributes.ignition).toBe(false);
          expect((attributes.powerV ?? 99) / (vehicle.type === 'truck' ? 2 : 1)).toBeLessThan(12.9);
        }
        expect(new Set(during.map(({ attributes }) => attributes.odometerM)).size).toBe(1);
      }
      const wrong = reports.filter(({ ms }) => {
        const [a, b] = [truth.at(ms - 60_000), truth.at(ms)];
        const stands = truth.stops.some((one) => ms >= one.startMs && ms < one.endMs);
        // The path has no jump between two movements.
        const jumps = distanceM(a.lat, a.lon, b.lat, b.lon) > 2000;
        return jumps || stands !== (b.state === 'idle' || b.state === 'stopped');
      });
      expect(wrong).toEqual([]);
    }
  });
});
