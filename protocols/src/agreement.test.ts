/** Agreement with recorded frames, where they are available; they are not part of the project. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeLine } from './decode-line.ts';
import type { LinePosition } from './decode-line.ts';
import { PROTOCOLS } from './registry.ts';

const FRAMES = join(import.meta.dirname, '../../../shared/data/device-frames');

/**
 * The number of recorded frames that Milepost decodes differently from the reference decoder on purpose. Each comment
 * states what the reference misread.
 */
const READ_OTHERWISE: Readonly<Record<string, number>> = {
  // A month 18, which the reference took for June of the next year; a bracket, which it took for the first digit of an
  // identity.
  tk103: 2,
  // Two frames with a time of zeros, which the reference took for the last day of November 1999; an emergency that it
  // did not read.
  its: 3,
  // The reference took identities from the SIM card's number, from the field after it and from a name. It read a speed
  // of 563 km/h, whose third byte is tenths, and did not read the position in a report of the CAN bus.
  gl200: 5,
  // A message about the device, which the reference took for a position without a time; zero coordinates with a time of
  // zeros.
  atrack: 2,
  // A record of 55 positions, of which only the last was read.
  egts: 1,
  // The reference took two zero coordinates without satellites for valid, although their own field marks them as no
  // fix.
  arnavi: 2,
  // The reply to a command, which the reference took for a fix without a time.
  fifotrack: 1,
  // Knots of 0x1b and 0x0a, which the reference took for two decimal digits each: positions 15 s apart show that they
  // are one number.
  jt600: 2,
  // Missing coordinates, which the reference took for a fix at zero degrees.
  tzone: 1,
  // Sentences with a time but no date, which the reference took for the day of the recording.
  t55: 6,
  // Positions with the second of the day but no date, as above.
  taip: 2,
  // The beginning of a trip without coordinates, which the reference took for zero degrees.
  vt200: 1,
  // A device that never had a fix, which the reference took for one in 1970 at zero degrees.
  aplicom: 1,
  // The reference took a model's name for the identity: the order of fields depends on a setting that the recording
  // lacks.
  globalsat: 1,
  // Zero coordinates without satellites, which the reference took for valid.
  ivt401: 1,
  // A receiver that never had a fix, which the reference took for one in 2013 at zero degrees.
  dmt: 1,
  // The device identifies itself by the number that the server gives to all devices.
  freematics: 1,
  // A clock of 28 bits that overflowed in 2025, which the reference took for a time after the recording.
  bce: 3,
  // By the manual 1 is a fix and 0 a failed one, and speeds are in km/h; the reference takes them the other way round
  // and as knots, and reads only the first of two positions.
  gl100: 6,
  // Columns for speed and course, which were not read.
  genx: 2,
  // A position repeated without satellites, which the reference took for valid.
  tmg: 1,
  // A device that does not know the time, which the reference took for one in 1899.
  starcom: 1,
  // A receiver that never had a fix, which the reference took for one in 1999 at zero degrees.
  pricol: 1,
  // The reference took escaped bytes for the bytes that they escape, which shifts all following bytes by one; and the
  // receiver's week number rolled over.
  mxt: 4,
  // A record without coordinates, which the reference took for a valid one at zero degrees.
  thinkpower: 1,
  // Positions without satellites, which the reference took for valid.
  avema: 2,
};

/**
 * The number of recorded attributes, in protocols with many of them, that Milepost reports differently from the
 * reference on purpose. Each comment states what the reference misread.
 */
const REPORTED_DIFFERENTLY: Readonly<Record<string, number>> = {
  // "GQ" is a signal of 0 to 31, with 99 for none; the reference took it for dBm without its sign. It also reports the
  // card of an absent driver, and takes kilometres driven for zero.
  atrack: 15,
  // Percent of the battery, which the reference took for volts of the vehicle.
  easytrack: 4,
  // HDOP in hundredths, which the reference took for whole numbers; metres of records that have none.
  egts: 10,
  // The odometer of the engine's computer is in kilometres (it grows by 169 in a week), and the reference took it for
  // metres. It took the vehicle's battery of 14 V for the device's own, and empty fields for zero.
  gps103: 16,
  // The reference took HDOP in tenths for whole numbers, and an empty field for zero. It reports a battery of 6 to 26
  // V, from a converter of ten or twelve bits.
  meitrack: 24,
  // 65535 rpm is not a measurement; kilometres are rounded to 32 bits. The fields after those that all devices send are
  // negotiated in a frame that is not available.
  navis: 9,
  // A battery level of 0 to 15, which the reference took for volts.
  pt502: 11,
  // An emergency with a month 18, as above; metres of frames that have none.
  tk103: 6,
  // Percent of the battery, which the reference took for volts.
  trv: 5,
  // The reference reads fields one too early or too late: a battery of 392 V, an emergency that is a timed report.
  tzone: 9,
  // Percent of the battery, which the reference took for volts.
  t55: 3,
  // The battery in an unknown unit, from 0 to 217, which the reference took for volts.
  telic: 13,
  // A charger that is not reported, which the reference took for none.
  topin: 2,
  // A driver's key of zeros means none, and 0xffff rpm is not a measurement; the reference also reports the odometer of
  // the brakes.
  aplicom: 8,
  // A voltage level of 0 to 6, which the reference took for volts.
  gt02: 5,
  // Percent of the battery, which the reference took for volts.
  pt60: 1,
  // Thousandths of a volt, which the reference took for volts.
  alematics: 4,
  // The whole text of a driver's card, which the reference took for its number.
  upro: 1,
  // The reference took the bits of the aerial and the supply, which follow the bit of the fix, for zero satellites.
  gator: 3,
  // The reference took the two bits before the satellites for their number, HDOP in tenths for whole numbers, and steps
  // of a twentieth of a volt, and steps of an unknown unit, for volts.
  autofon: 8,
  // A signal of 99, which means none.
  dmt: 7,
  // Volts of the vehicle, which the reference took for those of the device.
  freematics: 2,
  // Metres with an unknown unit, and zeros that the reference reports for an absent bus and an absent driver.
  bce: 38,
  // -1 satellites means none; a battery of 0 V and an engine of 0 rpm are not read. The device has no kilometres: the
  // reference took a count with an unknown unit for them.
  plugin: 11,
  // A distance with an unknown unit, which the reference took for metres.
  cartrack: 4,
  // Thousandths of a volt, which the reference took for volts; a distance with an unknown unit, which the reference
  // took for metres.
  flextrack: 4,
  // The reference reports a distance in addition to the device's own, which the operator sets. It took a battery of -1
  // to 100 for volts, and reports an engine of 0 rpm while driving.
  starcom: 9,
  // The reference reports the HDOP of a position without satellites.
  tmg: 1,
  // Little-endian volts (12.7 V), which the reference took for big-endian (-440,451,077,242,880 V).
  tytan: 2,
  // The odometer has an unknown unit, and some bits mean that no value is reported.
  pricol: 5,
  // Escaped bytes, as above; the battery has an unknown unit; HDOP is zero without satellites.
  mxt: 21,
  // Two distances with an unknown unit, of 19 and 123,509.
  radshid: 3,
  // Zeros of a battery that is not measured yet, and of HDOP without a fix.
  hyn600: 3,
  // Zeros of a device that has not measured anything yet.
  snapper: 3,
  // Volts of the battery, which the reference took for the driver's card.
  avema: 1,
  // A distance with an unknown unit, which the reference took for metres.
  siwi: 2,
  // The reference took an external supply for a charger. The unit of voltages differs between firmware versions, and
  // the field of the ignition is unknown.
  aquila: 14,
  // A battery of 0 V, which is not measured.
  c2stek: 1,
  // The battery of 0 written by apps that do not know it.
  opengts: 1,
};

/** Attributes of the recorded frames: Milepost's name for each, and the tolerance for numbers. */
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

/** Recorded times have whole seconds. */
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
  const isIdentified = want.deviceIds.length === 0 || want.deviceIds.some((id) => got.deviceIds.includes(id));
  return same && isIdentified && wantFixes.length === gotFixes.length;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const inOrder = (codes: unknown) => String(codes).split(',').toSorted().join(',');

/** The number of attributes in a recorded frame, and how many of them Milepost reports too. */
function attributesMet(want: Recorded, got: ReturnType<typeof decodeLine>): { wanted: number; met: number } {
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
  return { wanted: pairs.length, met: pairs.filter(Boolean).length };
}

for (const protocol of PROTOCOLS) {
  test(`${protocol.name}: recorded frames decode as an independent decoder decodes them`, ({ skip }) => {
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
    const [reported, met] = [sum(attributes.map((one) => one.wanted)), sum(attributes.map((one) => one.met))];
    expect(met + (REPORTED_DIFFERENTLY[protocol.name] ?? 0)).toBeGreaterThanOrEqual(reported * 0.9);
  });
}
