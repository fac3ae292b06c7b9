/** Agreement with recorded frames, where they are at hand; they are no part of the project. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeLine } from './decode-line.ts';
import type { LinePosition } from './decode-line.ts';
import { PROTOCOLS } from './registry.ts';

const FRAMES = join(import.meta.dirname, '../../../shared/data/device-frames');

/** Recorded frames that we read otherwise with reason: how many, and why. */
const READ_OTHERWISE: Readonly<Record<string, number>> = {
  // A month 18, taken for June of the next year; a bracket taken for the first digit of an identity.
  tk103: 2,
  // Two with a time of zeros, taken for the last day of November 1999; an emergency that was not read at all.
  its: 3,
  // An identity taken from the card's number, one from what follows it, one from a name; a speed of 563 km/h, whose third
  // byte is tenths; a report of the CAN bus whose place was not read.
  gl200: 5,
  // A message about the device, taken for a place without a time; a place of zeros with a time of zeros.
  atrack: 2,
  // A record of 55 places, of which only the last was told.
  egts: 1,
  // Two places of zeros without satellites and with no fix by their own field, taken for valid.
  arnavi: 2,
  // The answer to a command, taken for a fix without a time.
  fifotrack: 1,
  // Knots of 0x1b and 0x0a, taken for two decimal digits each: places 15 s apart say that they are one number.
  jt600: 2,
  // A place that was left out: a fix at zero degrees.
  tzone: 1,
  // Sentences with a clock and no day, taken for the day of the recording.
  t55: 6,
  // Positions with the second of the day and no day, as before.
  taip: 2,
  // A trip's beginning without a place, taken for zero degrees.
  vt200: 1,
  // A device that never had a fix, taken for one in 1970 at zero degrees.
  aplicom: 1,
  // A model's name taken for the identity: which field is which follows from a setting that the recording lacks.
  globalsat: 1,
  // A place of zeros without satellites, taken for valid.
  ivt401: 1,
  // A receiver that never had a place, taken for one in 2013 at zero degrees.
  dmt: 1,
  // A device that calls itself by the number that the server gave to all.
  freematics: 1,
  // A clock of 28 bits that ran over in 2025, taken for a time after the recording.
  bce: 3,
  // By the manual 1 is a fix and 0 a failed one, and speeds are in km/h; taken the other way round, and for knots;
  // of two places the first one was told.
  gl100: 6,
  // Columns for speed and course, which were not read.
  genx: 2,
  // A place repeated without satellites, taken for valid.
  tmg: 1,
  // A unit that does not know the time, taken for one in 1899.
  starcom: 1,
  // A receiver that never had a place, taken for one in 1999 at zero degrees.
  pricol: 1,
  // Escaped bytes, taken for what they escape, so that all behind them are one too late; weeks of the receiver that ran over.
  mxt: 4,
  // A record without a place, taken for a valid one at zero degrees.
  thinkpower: 1,
  // Places without satellites, taken for valid.
  avema: 2,
};

/** Recorded attributes that we tell otherwise with reason, of protocols with many of them: how many, and why. */
const REPORTED_DIFFERENTLY: Readonly<Record<string, number>> = {
  // "GQ" is a signal of 0 to 31 and 99 where there is none, taken for dBm of which the sign is missing; the card of a
  // driver who is not there; kilometres driven, taken for zero.
  atrack: 15,
  // Percent of the battery, taken for volts of the vehicle.
  easytrack: 4,
  // HDOP in hundredths, taken for whole; metres of records that tell none.
  egts: 10,
  // The odometer of the engine's computer is in kilometres (169 more in a week), taken for metres; the vehicle's battery
  // of 14 V, taken for the device's own; empty fields, taken for zero.
  gps103: 16,
  // HDOP in tenths, taken for whole; a battery of 6 to 26 V, of a converter of ten or twelve bits; an empty field, taken for
  // zero.
  meitrack: 24,
  // 65535 turns are no measurement; kilometres in a rounding of 32 bits; what records hold behind the fields that all
  // devices send, agreed upon in a frame that is not at hand.
  navis: 9,
  // A step of 0 to 15 of the battery, taken for volts.
  pt502: 11,
  // An emergency of a month 18, as above; metres of frames that tell none.
  tk103: 6,
  // Percent of the battery, taken for volts.
  trv: 5,
  // Fields that are read one too early or too late: a battery of 392 V, an emergency that is a report by the clock.
  tzone: 9,
  // Percent of the battery, taken for volts.
  t55: 3,
  // The battery in a unit that is not known, of 0 to 217, taken for volts.
  telic: 13,
  // A charger that is not told of, taken for none.
  topin: 2,
  // A driver's key of zeros, which is none; turns of 0xffff, which are no measurement; the odometer of the brakes.
  aplicom: 8,
  // A level of 0 to 6 of the voltage, taken for volts.
  gt02: 5,
  // Percent of the battery, taken for volts.
  pt60: 1,
  // Thousandths of a volt, taken for volts.
  alematics: 4,
  // All that is written on a driver's card, taken for its number.
  upro: 1,
  // Bits of the aerial and the supply behind that of the fix, taken for a count of no satellites.
  gator: 3,
  // The two bits before the satellites, taken for their number; HDOP in tenths, taken for whole; steps of a twentieth of a
  // volt, and steps of a unit that is not known, taken for volts.
  autofon: 8,
  // A signal of 99, which is none.
  dmt: 7,
  // Volts of the vehicle, taken for those of the device.
  freematics: 2,
  // Metres whose unit is not known, and zeros for a bus and a driver that are not there.
  bce: 38,
  // Satellites of -1, which are none; a battery of 0 V and an engine of 0 turns that are not read; no kilometres; a count
  // whose unit is not known, taken for kilometres.
  plugin: 11,
  // A distance whose unit is not known, taken for metres.
  cartrack: 4,
  // Thousandths of a volt, taken for volts; a distance whose unit is not known, taken for metres.
  flextrack: 4,
  // A distance beside that of the device, which the operator sets; a battery of -1 to 100, taken for volts; an engine of 0
  // turns that drives.
  starcom: 9,
  // HDOP of a place without satellites.
  tmg: 1,
  // Volts whose lowest byte comes first (12.7 V), taken for highest first (-440,451,077,242,880 V).
  tytan: 2,
  // An odometer whose unit is not known, and bits that all stand for what is not told.
  pricol: 5,
  // Escaped bytes, as above, the battery in a unit that is not known, and HDOP of zero without satellites.
  mxt: 21,
  // Two distances whose unit is not known, of 19 and 123,509.
  radshid: 3,
  // Zeros of a battery that is not measured yet, and of HDOP without a fix.
  hyn600: 3,
  // Zeros of a device that has not measured anything yet.
  snapper: 3,
  // Volts of the battery, taken for the driver's card.
  avema: 1,
  // A distance whose unit is not known, taken for metres.
  siwi: 2,
  // A supply that is there, taken for a charger; voltages whose unit differs from firmware to firmware; an ignition of which
  // it is not known which field says it.
  aquila: 14,
  // A battery of 0 V, which is not measured.
  c2stek: 1,
  // The battery of 0 that apps write that do not know it.
  opengts: 1,
};

/** Attributes of the recorded frames: what they are called by us, and how far apart numbers may be. */
const ATTRIBUTES: Readonly<Record<string, readonly [name: string, tolerance?: number]>> = {
  sat: ['satellites', 0],
  hdop: ['hdop', 0.05],
  ignition: ['ignition'],
  batteryLevel: ['batteryPercent', 1],
  battery: ['batteryV', 0.02],
  power: ['powerV', 0.02],
  odometer: ['odometerM', 1],
  rssi: ['rssi', 0],
  charge: ['charging'],
  driverUniqueId: ['driverTag'],
  rpm: ['engineRpm', 1],
  alarm: ['alarm'],
};

interface Recorded {
  deviceIds: string[];
  positions: (LinePosition & { ownFix: boolean })[];
}

/** Recorded times are of whole seconds. */
const wholeSecond = (time: string | null) => Math.floor(Date.parse(time ?? '') / 1000);

function agrees(want: Recorded, got: ReturnType<typeof decodeLine>): boolean {
  if ('error' in got) return false;
  const wantFixes = want.positions.filter(({ ownFix }) => ownFix);
  const gotFixes = got.positions.filter(({ fixTime }) => fixTime !== null);
  const same = wantFixes.every((fix, i) => {
    const other = gotFixes[i];
    return (
      other !== undefined &&
      wholeSecond(fix.fixTime) === wholeSecond(other.fixTime) &&
      fix.valid === other.valid &&
      Math.abs(fix.latitude - other.latitude) < 2e-5 &&
      Math.abs(fix.longitude - other.longitude) < 2e-5 &&
      Math.abs(fix.speedKph - other.speedKph) < 0.3
    );
  });
  const named = want.deviceIds.length === 0 || want.deviceIds.some((id) => got.deviceIds.includes(id));
  return same && named && wantFixes.length === gotFixes.length;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const inOrder = (codes: unknown) => String(codes).split(',').toSorted().join(',');

/** How many attributes a recorded frame tells, and how many of them we tell too. */
function attributesMet(want: Recorded, got: ReturnType<typeof decodeLine>): { told: number; met: number } {
  const found = 'error' in got ? [] : got.positions;
  const pairs = want.positions.flatMap(({ attributes }, index) =>
    Object.entries(ATTRIBUTES)
      .filter(([theirs]) => theirs in attributes)
      .map(([theirs, [ours, tolerance]]) => {
        const [value, mine] = [attributes[theirs], found[index]?.attributes[ours]];
        if (ours === 'alarm') return inOrder(value) === inOrder(mine);
        return tolerance === undefined ? value === mine : Math.abs(Number(value) - Number(mine)) <= tolerance;
      }),
  );
  return { told: pairs.length, met: pairs.filter(Boolean).length };
}

for (const protocol of PROTOCOLS) {
  test(`${protocol.name}: recorded frames mean what an independent decoder made of them`, ({ skip }) => {
    const file = join(FRAMES, `${protocol.name}.jsonl`);
    if (!existsSync(file)) {
      console.warn(`${protocol.name}: agreement not tested, there are no recorded frames at ${file}`);
      skip();
    }
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const telling = lines.filter((line) => {
      const { deviceIds, positions }: Recorded = JSON.parse(line);
      return deviceIds.length > 0 || positions.some(({ ownFix }) => ownFix);
    });
    const agreed = telling.filter((line) => agrees(JSON.parse(line), decodeLine(protocol, line, new Date())));
    const explained = READ_OTHERWISE[protocol.name] ?? 0;
    expect((agreed.length + explained) / telling.length).toBeGreaterThanOrEqual(0.97);

    const attributes = lines.map((line) => attributesMet(JSON.parse(line), decodeLine(protocol, line, new Date())));
    const [reported, met] = [sum(attributes.map((one) => one.told)), sum(attributes.map((one) => one.met))];
    expect(met + (REPORTED_DIFFERENTLY[protocol.name] ?? 0)).toBeGreaterThanOrEqual(reported * 0.9);
  });
}
