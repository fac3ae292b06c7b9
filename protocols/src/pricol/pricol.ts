import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes } from '../tools/text.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Decoded, Fix, StreamProtocol } from '../types.ts';

const [START, END] = [0x3c, 0x3e];
const FRAME_BYTES = 64;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + FRAME_BYTES > end) return NEEDS_MORE_BYTES;
  return bytes[at + FRAME_BYTES - 1] === END ? FRAME_BYTES : untilStart(bytes, at, end, isStart);
};

export const newPricolFramer = () => newStreamFramer(FRAME_BYTES, measure);

/** Pricol's trackers: binary frames of fixed length over TCP and UDP. */
export const pricol: StreamProtocol = {
  kind: 'stream',
  name: 'pricol',
  title: 'Pricol',
  defaultPort: 5134,
  transports: ['tcp', 'udp'],
  maxFrameBytes: FRAME_BYTES,
  newFramer: newPricolFramer,
  newDecoder: () => newConversation(read),
};

const IDENTITY = /^[\x21-\x7e]{7}$/;
const ACKNOWLEDGEMENT = asciiBytes('ACK');
const ANALOGS = 5;
/** Values for missing data have all bits set. */
const [NO_BYTE, NO_WORD] = [0xff, 0xffff];

/**
 * Reads these fields in order: an identity of seven characters; reason, version, state, signal, whether there is a fix;
 * time; coordinates; km/h; inputs, outputs, alerts; analogues; odometer, in an unknown unit; rpm. Layout and
 * acknowledgement as in the Traccar server's exchange with Pricol devices.
 */
function read(frame: Uint8Array): Decoded {
  if (frame[0] !== START || frame.at(-1) !== END) throw new BadFrame('no frame of Pricol');
  const reader = new ByteReader(frame, 1, frame.length - 1);
  const identity = reader.text(7);
  if (!IDENTITY.test(identity)) throw new BadFrame('a frame of nobody');
  const attributes: Attributes = { event: reader.u8() };
  reader.skip(2);
  const rssi = reader.u8();
  if (rssi !== NO_BYTE) attributes.rssi = rssi;
  const fix = place(reader);
  const [inputs, outputs] = [reader.u16(), reader.u8()];
  if (inputs !== NO_WORD) attributes.inputs = inputs;
  if (outputs !== NO_BYTE) attributes.outputs = outputs;
  reader.skip(3);
  for (let input = 1; input <= ANALOGS; input += 1) {
    const value = reader.u16();
    if (value !== NO_WORD) attributes[`adc${input}`] = value;
  }
  reader.skip(3);
  const engineRpm = reader.u16();
  if (engineRpm !== NO_WORD) attributes.engineRpm = engineRpm;
  return decodedFrom([identity], reportOf(fix, attributes), [{ when: 'stored', bytes: ACKNOWLEDGEMENT }]);
}

/**
 * Before its first fix the device has no date either. An impossible position costs no more than itself: the device
 * waits for its answer.
 */
function place(reader: ByteReader): Fix | null {
  const valid = reader.u8() !== 0;
  const [day, month, year, hour, minute, second] = [
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
  ];
  const latitude = [reader.u16(), reader.u16(), reader.text(1)] as const;
  const longitude = [reader.u24(), reader.u16(), reader.text(1)] as const;
  const speedKph = reader.u8();
  return unlessBad(() => {
    const [lat, lon] = [degrees(...latitude, 'NS'), degrees(...longitude, 'EW')];
    return fixUnlessNowhere({ time: utc(year, month, day, hour, minute, second), valid, lat, lon, speedKph });
  });
}

/** Reads degrees and minutes in one number, ten-thousandths of minutes, and the hemisphere. */
function degrees(whole: number, fraction: number, side: string, sides: string): number {
  const minutes = (whole % 100) + fraction / 10_000;
  if (minutes >= 60 || (whole > 0 && !sides.includes(side))) throw new BadFrame(`there is no ${whole} "${side}"`);
  const value = Math.floor(whole / 100) + minutes / 60;
  return side === sides[1] ? -value : value;
}
