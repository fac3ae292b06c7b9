import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Attributes, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { position } from './position.ts';

/** Creates a decoder for one connection. */
export function newMinifinderDecoder(): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())),
    encode: (command) => (command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(command.text) : null),
  };
}

const one = (message: Message): Decoded => ({ ...NOTHING_DECODED, messages: [message] });
const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Reads these fields in order: "!", type, fields, ";". */
function decodeText(text: string): Decoded {
  if (!text.startsWith('!')) throw new BadFrame('no message of MiniFinder');
  const fields = new Fields(text.slice(1).replace(/;$/, ''));
  const type = fields.text();
  switch (type) {
    case '1':
      return login(fields);
    case '5':
      return one({ ...bare('heartbeat'), attributes: state(fields) });
    case 'A':
    case 'B':
    case 'C':
    case 'D':
      return one(position(type, fields));
    default:
      return one({ ...bare('reply'), text: fields.left > 0 ? `${type},${fields.rest()}` : type });
  }
}

/** Reads these fields in order: IMEI, firmware, percent of the battery. */
function login(fields: Fields): Decoded {
  const identity = fields.text();
  if (!/^\d{15}$/.test(identity)) throw new BadFrame(`"${identity.slice(0, 20)}" is no IMEI`);
  const firmware = fields.left > 0 ? fields.text() : '';
  const battery = fields.numberIfAny();
  const attributes: Attributes = {
    ...(firmware !== '' && { firmware }),
    ...(battery !== undefined && { batteryPercent: battery }),
  };
  return { ...NOTHING_DECODED, identities: [identity], messages: [{ ...bare('login'), attributes }] };
}

/** Reads these fields in order: signal, A or V, percent of the battery, whether it is charging. */
function state(fields: Fields): Attributes {
  const rssi = fields.numberIfAny();
  fields.skip();
  const battery = fields.numberIfAny();
  const charging = fields.switchIfAny();
  return {
    ...(rssi !== undefined && { rssi }),
    ...(battery !== undefined && { batteryPercent: battery }),
    ...(charging !== undefined && { charging }),
  };
}

const MAX_FRAME_BYTES = 1024;
const [START, END] = [0x21, 0x3b];
const isStart = (byte: number) => byte === START;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== START) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at, end).indexOf(END);
  return close < 0 ? NEEDS_MORE_BYTES : close + 1;
}

/** Small personal trackers (EV-07, Pico) with the older protocol, over TCP. */
export const minifinder: StreamProtocol = {
  kind: 'stream',
  name: 'minifinder',
  title: 'MiniFinder (EV-07, Pico)',
  defaultPort: 5062,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newMinifinderDecoder,
};
