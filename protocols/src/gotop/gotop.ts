import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import { textOf } from '../tools/text.ts';
import { yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';

/** The device's heartbeat. */
const ALIVE = 'CMD-X';

/** Nothing is answered; commands go by SMS. */
export function newGotopDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())), encode: () => null };
}

/** Reads these fields in order: IMEI, reason for the report, and a position. */
function decodeText(text: string): Decoded {
  const fields = new Fields(text.replace(/#$/, ''));
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('no message of Gotop');
  const decoded = { ...NOTHING_DECODED, identities: [identity] };
  const type = fields.text();
  if (type === ALIVE || fields.left < 6) {
    return { ...decoded, messages: [{ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} }] };
  }
  return { ...decoded, messages: [position(type, fields)] };
}

/** Removes the name of a value, which newer devices write before it. */
const value = (fields: Fields) => fields.textIfAny().replace(/^[A-Za-z]+:/, '');

/**
 * Reads these fields in order: A or V, yymmdd, hhmmss, latitude and its hemisphere, longitude and its hemisphere, km/h;
 * battery and signal; in some metres and HDOP.
 */
function position(type: string, fields: Fields): Message {
  const valid = fields.textIfAny() === 'A';
  const [day, clock] = [value(fields), value(fields)];
  const [lat, lon] = [degrees(value(fields)), degrees(value(fields))];
  const speedKph = decimalIfAny(value(fields));
  const time = timeIfAny(() => yearFirst(day, clock));
  const alarm = alarmOf(type);
  const attributes: Attributes = {
    event: type,
    ...(alarm !== undefined && { alarm: [alarm] }),
    ...batteryAndSignal(fields.left > 0 ? fields.text() : ''),
  };
  // Cells with "~" come only from devices that send height and accuracy before them.
  const isFull = fields.peek(2)?.includes('~') === true;
  const altitudeM = isFull ? fields.value() : null;
  if (isFull) attributes.hdop = fields.value();
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph, altitudeM }), attributes };
}

function degrees(text: string): number | undefined {
  const side = text.at(-1) ?? '';
  const unsigned = decimalIfAny(text.slice(0, -1));
  if (!/[NSEW]/.test(side) || unsigned === undefined) return undefined;
  return side === 'S' || side === 'W' ? -unsigned : unsigned;
}

/** The help button; geofences, where odd numbers mean entering and even ones leaving. */
function alarmOf(type: string): AlarmCode | undefined {
  if (type === 'CMD-KEY') return 'sos';
  if (!type.startsWith('ALM-B')) return undefined;
  return Number(type.charAt(5)) % 2 === 1 ? 'geofenceEnter' : 'geofenceExit';
}

/** Reads battery percent and signal, the last two fields; some devices put switch states before them. */
function batteryAndSignal(text: string): Attributes {
  const parts = text.split('-');
  const [battery, signal] = [parts.at(-2) ?? '', parts.at(-1) ?? ''];
  if (!/^\d+$/.test(battery) || !/^\d+$/.test(signal)) return {};
  return { batteryPercent: Number(battery), rssi: Number(signal) };
}

const MAX_FRAME_BYTES = 1024;
const HASH = 0x23;
const isBlank = (byte: number) => byte === HASH || isTextBlank(byte);

/** Gotop's trackers (TL series) over TCP. Some begin a message with "#" as well. */
export const gotop: StreamProtocol = {
  kind: 'stream',
  name: 'gotop',
  title: 'Gotop (TL series)',
  defaultPort: 5050,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () =>
    newStreamFramer(
      MAX_FRAME_BYTES,
      untilEnd((byte) => byte === HASH),
      isBlank,
    ),
  newDecoder: newGotopDecoder,
};
