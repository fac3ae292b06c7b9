import { fraction } from '../random.ts';

/**
 * Real faults of devices and their installation, placed by a seed so that tests know them. All are off unless a rate is
 * given; a vehicle without faults reports exactly what it would without this folder.
 *
 * | fault           | rate | the device's reports with the fault                                                        |
 * | --------------- | ---- | ------------------------------------------------------------------------------------------ |
 * | `liveWire`      | part | ignition on, always                                                                        |
 * | `deadWire`      | part | ignition off, always                                                                       |
 * | `staleSpeed`    | part | the last speed of the drive while standing                                                 |
 * | `ghostSpeed`    | part | speeds of 5 to 40 km/h while standing at exactly the same coordinates                      |
 * | `speedInMps`    | part | m/s instead of km/h                                                                        |
 * | `speedInKnots`  | part | knots instead of km/h                                                                      |
 * | `stuckCourse`   | part | a course of 90°, always                                                                    |
 * | `powerCut`      | day  | a supply of 0 V, or none, for 5 minutes to 4 hours                                         |
 * | `jamming`       | day  | no fix, fixes scattered over some kilometres, or one frozen fix, for 2 to 20 minutes       |
 * | `spoofing`      | day  | fixes 150 to 900 km away: a few, each elsewhere, or at one location for 2 to 12 minutes     |
 * | `pastDate`      | day  | one fix dated 1024 or 2048 weeks, or 90 to 110 days back, with correct coordinates         |
 * | `futureDate`    | day  | one fix dated 1 to 400 days ahead, with correct coordinates                                |
 * | `silence`       | day  | no reports: mostly for 6 to 45 minutes, a third for 1 to 8 hours, a few for 26 to 60 hours  |
 * | `ride`          | day  | its true location while a tow truck or a ferry takes it away after a shift, engine off, and back |
 *
 * A rate of the kind "part" is the share of vehicles with the fault, from 0 to 1, permanently; of the kind "day" the
 * average number of times per vehicle and day. A vehicle has at most one of `liveWire` and `deadWire`, and at most one of
 * the two units of speed. `jamming`, `spoofing`, the dates and `silence` happen while driving, at rests inside a trip and
 * while parked. The voltage follows the engine (`supply.ts`), whatever the wire reports.
 */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

export const PASSING = ['powerCut', 'jamming', 'spoofing', 'pastDate', 'futureDate', 'silence'] as const;
export type LastingFault =
  | 'liveWire'
  | 'deadWire'
  | 'staleSpeed'
  | 'ghostSpeed'
  | 'speedInMps'
  | 'speedInKnots'
  | 'stuckCourse';
export type PassingFault = (typeof PASSING)[number];
export type FaultKind = LastingFault | PassingFault | 'ride';

/** Rates of temporary faults and rides that give many of each in a week of ten vehicles. */
export const FREQUENT: FaultRates = {
  powerCut: 0.3,
  jamming: 0.7,
  spoofing: 1,
  pastDate: 1,
  futureDate: 0.5,
  silence: 0.7,
  ride: 0.3,
};

/** A temporary fault, from (included) to (not included), ms since 1970. */
export type Episode = { startMs: number; endMs: number; where: Where } & (
  | { kind: 'powerCut'; reads: 'zero' | 'nothing' }
  | { kind: 'jamming'; manner: 'noFix' | 'scattered' | 'frozen' }
  | { kind: 'spoofing'; manner: 'single' | 'stays'; bearingDeg: number; distanceM: number }
  /** Only the first report in it has a wrong date, off by this much. */
  | { kind: 'pastDate'; shiftMs: number }
  | { kind: 'futureDate'; shiftMs: number }
  | { kind: 'silence' }
);

/** Where it begins: while driving, at a rest inside a trip or a short stop, or parked. */
export type Where = 'driving' | 'resting' | 'parked';

/** Returns the permanent faults of a vehicle's devices. */
export function lastingFaults(rates: FaultRates, seed: number, index: number): ReadonlySet<LastingFault> {
  const part = (channel: number): number => fraction(channel, seed, index);
  const has = (kind: LastingFault, channel: number): boolean => part(channel) < (rates[kind] ?? 0);
  // The second of a pair is drawn from the other end of the range, so that both keep their share unless they exceed the
  // whole.
  const hasOther = (kind: LastingFault, channel: number): boolean => 1 - part(channel) <= (rates[kind] ?? 0);
  const found = new Set<LastingFault>();
  if (has('liveWire', 201)) found.add('liveWire');
  else if (hasOther('deadWire', 201)) found.add('deadWire');
  if (has('speedInMps', 202)) found.add('speedInMps');
  else if (hasOther('speedInKnots', 202)) found.add('speedInKnots');
  if (has('staleSpeed', 203)) found.add('staleSpeed');
  else if (hasOther('ghostSpeed', 203)) found.add('ghostSpeed');
  if (has('stuckCourse', 204)) found.add('stuckCourse');
  return found;
}
