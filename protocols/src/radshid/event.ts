import { unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/**
 * Events by their names in the maker's document of the X0, as others quote it. Codes on which this source and the
 * Traccar server disagree are left out.
 */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0xd6: 'jamming',
  0xd7: 'jamming',
  0xe2: 'powerCut',
  0xe3: 'powerRestored',
  0xeb: 'sos',
  0xee: 'overspeed',
  0xf0: 'lowBattery',
};
const [POWERED, IGNITION, INPUTS] = [0x80, 0x40, 0x0f];
/** Receiver state: no fix. */
const NO_FIX = 1;
/** First byte of a device's own state after an event, and its length. */
const [STATE, STATE_BYTES] = [0x07, 35];

/**
 * Reads these fields in order: version, code, driver's key, minutes driven, seconds since 1970; km/h by satellites and
 * by the vehicle, and the maximum of both; rpm; two distances in an unknown unit; switches, fix, ten-millionths of
 * degrees, metres above sea level, degrees, satellites, tenths of PDOP; length of the rest.
 */
export function event(reader: ByteReader): Message {
  reader.skip(1);
  const code = reader.u8();
  const attributes: Attributes = { event: code };
  const alarm = ALARMS[code];
  if (alarm !== undefined) attributes.alarm = [alarm];
  const driver = reader.readUint(5);
  if (driver > 0) attributes.driverTag = String(driver);
  reader.skip(2);
  const time = new Date(reader.u32() * 1000);
  const speedKph = reader.u8();
  attributes.obdSpeedKph = reader.u8();
  reader.skip(2);
  attributes.engineRpm = reader.u16();
  reader.skip(8);
  const state = reader.u8();
  attributes.charging = (state & POWERED) !== 0;
  attributes.ignition = (state & IGNITION) !== 0;
  attributes.inputs = state & INPUTS;
  const valid = reader.u8() !== NO_FIX;
  const [lat, lon] = [reader.i32() / 1e7, reader.i32() / 1e7];
  const [altitudeM, courseDeg] = [reader.i16(), reader.u16()];
  attributes.satellites = reader.u8();
  attributes.pdop = reader.u8() / 10;
  const length = reader.u8();
  const at = reader.skip(length);
  if (length >= STATE_BYTES) readState(new ByteReader(reader.bytes, at, reader.offset), attributes);
  // An impossible position costs the fix alone: the device resends an event until it is acknowledged.
  const fix = unlessBad(() => fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg }));
  return reportOf(fix, attributes, time);
}

/**
 * Reads these fields in order: signal, volts, percent of the battery, tenths of degrees and of percent, with unused
 * bytes between.
 */
function readState(reader: ByteReader, attributes: Attributes): void {
  if (reader.u8() !== STATE) return;
  reader.skip(20);
  attributes.rssi = reader.u8();
  reader.skip(1);
  attributes.powerV = reader.u8() / 10;
  attributes.batteryPercent = Math.min(100, reader.u8());
  reader.skip(2);
  attributes.temperature1C = reader.i32le() / 10;
  attributes.humidityPercent = reader.i32le() / 10;
}
