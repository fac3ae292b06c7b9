import { unlessBad } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';

/** The device's days count from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
/** The receiver's week number rolls over after this time. */
const TURN_MS = 1024 * 7 * DAY_MS;
/** Bits of the flags. */
const [IGNITION, ALARM, CHARGING] = [0, 1, 20];

/**
 * Reads these fields in order: version, mask of the groups, count, time, millionths of degrees, flags, km/h, mask of
 * the inputs; then the groups.
 */
export function position(reader: ByteReader, now: Date): Message {
  reader.skip(1);
  const groups = reader.u8();
  const attributes: Attributes = { index: reader.u16le() };
  const time = moment(reader.u32le(), now);
  const [lat, lon] = [reader.i32le() / 1e6, reader.i32le() / 1e6];
  const flags = reader.u32le();
  const speedKph = reader.u8();
  reader.skip(1);
  const flag = (bit: number) => ((flags >>> bit) & 1) === 1;
  attributes.ignition = flag(IGNITION);
  if (flag(ALARM)) attributes.alarm = ['general'];
  attributes.inputs = (flags >> 2) & 0x1f;
  attributes.outputs = (flags >> 7) & 7;
  attributes.charging = flag(CHARGING);
  readGroups(reader, groups, attributes);
  // The device repeats its last position without marking it, but with the number of visible satellites.
  const valid = attributes.satellites !== 0;
  const courseDeg = ((flags >> 10) & 7) * 45;
  // An impossible position costs the fix alone: the device resends a position until it is acknowledged.
  const fix = unlessBad(() => fixUnlessNowhere({ time, valid, lat, lon, speedKph, courseDeg }));
  return reportOf(fix, attributes, time);
}

/**
 * Reads these fields in order: waypoints; wireless accessories; reception, its age and temperature; metres; minutes; a
 * reason; volts; the driver.
 */
function readGroups(reader: ByteReader, groups: number, attributes: Attributes): void {
  const has = (bit: number) => ((groups >> bit) & 1) === 1;
  if (has(0)) reader.skip(8);
  if (has(1)) reader.skip(8);
  if (has(2)) {
    attributes.satellites = reader.u8();
    const hdop = reader.u8();
    if (hdop > 0) attributes.hdop = hdop;
    reader.skip(1);
    attributes.rssi = reader.u8();
    reader.skip(3);
    attributes.deviceTemperatureC = reader.i8();
  }
  if (has(3)) attributes.odometerM = reader.u32le();
  if (has(4)) attributes.engineHoursS = reader.u32le() * 60;
  if (has(5)) attributes.event = reader.u32le();
  if (has(6)) {
    attributes.powerV = reader.u16le() / 1000;
    reader.skip(2);
  }
  if (has(7)) {
    const driver = reader.u32le();
    if (driver > 0) attributes.driverTag = String(driver);
  }
}

/**
 * Reads these fields in order: days, hours, minutes, seconds; the latest cycle of the receiver's weeks that is not in
 * the future.
 */
function moment(bits: number, now: Date): Date {
  const [hours, minutes, seconds] = [(bits >>> 12) & 0x1f, (bits >>> 6) & 0x3f, bits & 0x3f];
  const first = EPOCH_MS + (bits >>> 17) * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const turns = Math.floor((now.getTime() + DAY_MS - first) / TURN_MS);
  return new Date(first + Math.max(0, turns) * TURN_MS);
}
