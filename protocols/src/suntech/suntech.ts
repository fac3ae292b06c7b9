import { decodeOrFault, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { decodeBinary } from './binary.ts';
import { COMPACT_AROUND_BYTES, COMPACT_BYTES, COMPACT_START, decodeCompact } from './compact.ts';
import { modelReport } from './model-report.ts';
import { newerReport } from './newer-report.ts';

/** The longest known messages contain data of a device connected to the tracker. */
const MAX_FRAME_BYTES = 2048;

/** Types of binary reports: status and alert. */
const BINARY_STARTS: ReadonlySet<number> = new Set([0x81, 0x82]);
const END = 0x0d;

const isCapital = (byte: number) => byte >= 0x41 && byte <= 0x5a;
const isBinary = (byte: number) => BINARY_STARTS.has(byte) || byte === COMPACT_START;
const isStart = (byte: number) => isCapital(byte) || isBinary(byte);

const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (isBinary(start)) {
    if (end - at < 3) return NEEDS_MORE_BYTES;
    const isCompact = start === COMPACT_START;
    const length = (isCompact ? COMPACT_AROUND_BYTES : 3) + ((bytes[at + 1] ?? 0) << 8) + (bytes[at + 2] ?? 0);
    if (length > MAX_FRAME_BYTES || (isCompact && length !== COMPACT_BYTES)) return untilStart(bytes, at, end, isStart);
    return length <= end - at ? length : NEEDS_MORE_BYTES;
  }
  if (!isCapital(start)) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at, end).indexOf(END);
  return close < 0 ? NEEDS_MORE_BYTES : close + 1;
};

const newSuntechFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** The beginning of the device's messages: its model, or, in the newer protocol, the type alone. */
interface Device {
  identity: string;
  /** "ST300", "SA200", …; null for the newer protocol. */
  model: string | null;
}

/** A model, and in older messages their type after it. */
const MODEL = /^S[TA]\d{3}(?:[A-Z]{3})?$/;
const MODEL_LENGTH = 5;
const NEWER = new Set(['STT', 'ALT', 'EMG', 'UEX', 'RES', 'ALV', 'BLE', 'CRR', 'TRV', 'BDA']);

/** Creates a decoder for one connection. */
export function newSuntechDecoder(): Decoder {
  let device: Device | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        if (frame[0] === COMPACT_START) return decodeCompact(frame);
        if (BINARY_STARTS.has(frame[0] ?? 0)) return decodeBinary(frame);
        const { model, decoded } = decodeText(textOf(frame).trim());
        const [identity] = decoded.identities;
        if (identity !== undefined) device = { identity, model };
        return decoded;
      }),
    encode: (command) => encodeCommand(command, device),
  };
}

const HEARTBEAT: Message = { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };

function decodeText(text: string): { model: string | null; decoded: Decoded } {
  const fields = new Fields(text, ';');
  const head = fields.text();
  const model = MODEL.test(head) ? head.slice(0, MODEL_LENGTH) : null;
  const type = model === null || head.length === MODEL_LENGTH ? null : head.slice(MODEL_LENGTH);
  if (model === null && !NEWER.has(head)) {
    const [, identity = ''] = text.split(';', 2);
    if (/^[A-Z]{3}$/.test(head) && /^\d{6,15}$/.test(identity)) throw new UnknownType(head, [identity]);
    return { model: null, decoded: { ...NOTHING_DECODED, fault: 'no message of Suntech' } };
  }
  // "ST910;Location;identity;…" and "ST300CMD;Res;identity;…": the word precedes the identity.
  const word = type === null || type === 'CMD' ? (model === null ? head : fields.text()) : type;
  const identity = fields.text().trim();
  const one = (message: Message | null): { model: string | null; decoded: Decoded } => ({
    model,
    decoded: {
      identities: identity === '' ? [] : [identity],
      messages: message === null ? [] : [message],
      // An emergency is repeated until the server acknowledges it (manual, "AckEmerg").
      replies:
        model !== null && type === 'EMG'
          ? [{ when: 'stored', bytes: asciiBytes(`${model}CMD;${identity};02;AckEmerg\r`) }]
          : [],
    },
  });
  if (type === 'CMD' || head === 'RES') return one({ ...HEARTBEAT, kind: 'reply', text: fields.rest() });
  if (word === 'ALV') return one(HEARTBEAT);
  return one(model === null ? newerReport(head, fields) : modelReport(model, word, fields));
}

/**
 * The models' word for a command, and its number in the newer protocol: 04 outputs, 03 report. Output 1 switches the
 * relay.
 */
const WORDS = new Map([
  ['Enable1', '04;01'],
  ['Disable1', '04;02'],
  ['Enable2', '04;03'],
  ['Disable2', '04;04'],
  ['StatusReq', '03;01'],
]);
const WORD_OF = { engineStop: 'Enable1', engineResume: 'Disable1', locate: 'StatusReq' } as const;

/** One of these words is sent with the device's name and in its protocol, any other text unchanged. */
function encodeCommand(command: Command, device: Device | null): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : WORD_OF[command.kind];
  const number = WORDS.get(text);
  if (number === undefined) return isAsciiLine(text) ? asciiBytes(`${text}\r`) : null;
  if (device === null) return null;
  const { identity, model } = device;
  return asciiBytes(model === null ? `CMD;${identity};${number}\r` : `${model}CMD;${identity};02;${text}\r`);
}

/** Suntech's trackers: text by model, the newer protocol, and its binary reports, over TCP. */
export const suntech: StreamProtocol = {
  kind: 'stream',
  name: 'suntech',
  title: 'Suntech',
  defaultPort: 5011,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // The device repeats the command that it executed.
  engineReplies: {
    stopped: /(?:^|;)Enable1$/,
    resumed: /(?:^|;)Disable1$/,
    refused: null,
  },
  // Operation manual of the ST300, 7-6 to 7-9.
  phrases: { output: { numbers: [1, 2], relay: 1, write: (number, on) => `${on ? 'Enable' : 'Disable'}${number}` } },
  newFramer: newSuntechFramer,
  newDecoder: newSuntechDecoder,
};
