import type { ByteReader } from '../tools/bytes.ts';
import { switches } from '../tools/switches.ts';
import type { AlarmCode, Attributes } from '../types.ts';

/** Reasons for which a device reports; 0xaa is the interval. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x01: 'sos',
  0x10: 'lowBattery',
  0x11: 'overspeed',
  0x14: 'hardBraking',
  0x15: 'hardAcceleration',
  0x30: 'parking',
  0x42: 'geofenceExit',
  0x43: 'geofenceEnter',
  0xa0: 'temperature',
  0xa3: 'vibration',
  0xb0: 'powerOn',
  0xb1: 'powerOff',
};
/** Bits of the input byte: the emergency button, the first input. */
const [BUTTON, INPUT] = [0, 4];
/** Cargo trackers, which have thermometers where vehicle trackers have inputs. */
const CARGO = 0x400;
/** A cargo tracker without a light sensor. */
const BLIND = 0x40a;
const [SHORT_BYTES, INPUT_BYTES, CARGO_BYTES] = [13, 16, 11];
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/**
 * Reads these fields in order: reason, terminal, in vehicle trackers a byte or two of outputs and inputs, signal,
 * network, hundredths of a volt, more.
 */
export function status(reader: ByteReader, model: number, attributes: Attributes): void {
  if (reader.remaining < 6) return;
  const length = reader.remaining;
  const isCargo = (model & 0xff00) === CARGO;
  const event = reader.u8();
  attributes.event = event;
  const alarm = new Set<AlarmCode>();
  const reason = ALARMS[event];
  if (reason !== undefined) alarm.add(reason);
  attributes.terminal = reader.u8();
  if (!isCargo && length >= SHORT_BYTES) {
    Object.assign(attributes, switches('output', reader.u8(), 2));
    if (length >= INPUT_BYTES) {
      const inputs = reader.u8();
      attributes.input1 = has(inputs, INPUT);
      if (has(inputs, BUTTON)) alarm.add('sos');
    }
  }
  attributes.rssi = reader.u8();
  attributes.network = reader.u8();
  attributes.batteryV = reader.u16() / 100;
  if (!isCargo) vehicle(reader, attributes);
  else if (length >= CARGO_BYTES) cargo(reader, model, attributes);
  if (alarm.size > 0) attributes.alarm = [...alarm];
}

/** Reads these fields in order: hundredths of a volt of the supply, two converters, a thermometer. */
function vehicle(reader: ByteReader, attributes: Attributes): void {
  if (reader.remaining < 6) return;
  attributes.powerV = reader.u16() / 100;
  attributes.analog1 = reader.u16();
  attributes.analog2 = reader.u16();
  if (reader.remaining >= 2) setTemperature(attributes, 'temperature1C', reader.u16());
}

/** Reads tenths of a degree and of a percent of the air, and whether it is dark. */
function cargo(reader: ByteReader, model: number, attributes: Attributes): void {
  setTemperature(attributes, 'temperature1C', reader.u16());
  const humidity = reader.u16();
  if (!has(humidity, 15)) attributes.humidityPercent = humidity / 10;
  if (model !== BLIND) attributes.light = reader.u8() === 0;
}

/** Tenths of a degree; the highest bit means a broken thermometer, the next one is the sign. */
export function setTemperature(attributes: Attributes, name: string, value: number): void {
  if (has(value, 15)) return;
  const degrees = (value & 0x3fff) / 10;
  attributes[name] = has(value, 14) ? -degrees : degrees;
}
