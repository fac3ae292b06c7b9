import { decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields } from '../tools/fields.ts';
import { NEEDS_MORE_BYTES } from '../tools/stream-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import type { Attributes, Command, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { type Head, MAX_FRAME_BYTES, newWatchFramer, readHead } from './framer.ts';
import { position } from './position.ts';

/** Messages that the server answers with their own type; otherwise the watch reconnects. */
const ANSWERED = new Set(['LK', 'TKQ', 'TKQ2']);
const COMMANDS = { locate: 'CR', engineStop: null, engineResume: null } as const;

/** Creates a decoder for one connection. */
export function newWatchDecoder(): Decoder {
  let device: Pick<Head, 'maker' | 'identity' | 'number'> | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const head = readHead(frame, 0, frame.length);
        if (head === null || head === NEEDS_MORE_BYTES) return { ...NOTHING_DECODED, fault: 'no message of a watch' };
        device = head;
        return decodeContent(head, textOf(frame.subarray(head.content)).replace(/\]$/, ''));
      }),
    encode: (command) => encodeCommand(command, device),
  };
}

function decodeContent(head: Head, content: string): Decoded {
  const fields = new Fields(content);
  const type = fields.text();
  const answer = (text: string, when: 'now' | 'stored') => [{ when, bytes: frameOf(head, text) }];
  const decoded: Decoded = { identities: [head.identity], messages: [], replies: [] };
  if (/^(UD|AL|WT)/.test(type)) {
    const messages = [position(type, fields)];
    // An alarm is repeated until it is answered.
    return { ...decoded, messages, replies: type.startsWith('AL') ? answer('AL', 'stored') : [] };
  }
  if (type === 'INIT') {
    return {
      ...decoded,
      messages: [{ kind: 'login', deviceTime: null, fix: null, attributes: {} }],
      replies: answer('INIT,1', 'now'),
    };
  }
  if (ANSWERED.has(type)) return { ...decoded, messages: [link(fields)], replies: answer(type, 'now') };
  // Voice messages are not used in a fleet.
  if (type === 'TK' || type === 'JXTK') return decoded;
  const measured = health(type, fields);
  if (measured !== null) {
    const messages: Message[] = [{ kind: 'report', deviceTime: null, fix: null, attributes: measured }];
    return { ...decoded, messages, replies: answer(type, 'stored') };
  }
  const text = content.slice(0, 500);
  const card = type === 'ICCID' ? /^\d{18,20}$/.exec(fields.textIfAny())?.[0] : undefined;
  const attributes = card === undefined ? {} : { iccid: card };
  return { ...decoded, messages: [{ kind: 'reply', deviceTime: null, fix: null, attributes, text }] };
}

/** Reads these fields in order: steps, turns in bed, percent of the battery; some send none of these. */
function link(fields: Fields): Message {
  const steps = fields.numberIfAny();
  fields.skip();
  const battery = fields.value();
  const attributes = { steps, ...(battery >= 0 && battery <= 100 && { batteryPercent: battery }) };
  return { kind: 'heartbeat', deviceTime: null, fix: null, attributes };
}

type Address = Pick<Head, 'maker' | 'identity' | 'number'>;

function frameOf({ maker, identity, number }: Address, content: string): Uint8Array {
  const length = content.length.toString(16).toUpperCase().padStart(4, '0');
  return asciiBytes(`[${[maker, identity, ...(number === null ? [] : [number]), length, content].join('*')}]`);
}

function encodeCommand(command: Command, device: Address | null): Uint8Array | null {
  if (device === null) return null;
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  return text !== null && /^[\x20-\x5a\x5c\x5e-\x7e]{1,200}$/.test(text) ? frameOf(device, text) : null;
}

/**
 * Watches for children and old people, pet collars and small trackers from Shenzhen (SeTracker and similar), over TCP.
 */
export const watch: StreamProtocol = {
  kind: 'stream',
  name: 'watch',
  title: 'Watch (SeTracker)',
  defaultPort: 5093,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: {
    interval: (seconds) => `UPLOAD,${seconds}`,
    restart: 'RESET',
    status: 'TS',
    version: 'VERNO',
    sosNumbers: { most: 3, write: (phones) => `SOS,${phones.join(',')}` },
  },
  newFramer: newWatchFramer,
  newDecoder: newWatchDecoder,
};

/** A watch's measurements of its wearer, by type and in order; entries without a name have another meaning. */
const MEASURES = byWord<readonly (string | null)[]>({
  PULSE: ['heartRate'],
  HEART: ['heartRate'],
  BLOOD: ['pressureSystolic', 'pressureDiastolic', 'heartRate'],
  BPHRT: ['pressureSystolic', 'pressureDiastolic', 'heartRate'],
  // The method of measurement precedes the value.
  BTEMP2: [null, 'bodyTemperatureC'],
  OXYGEN: [null, 'oxygenPercent'],
});

/** Null if the message is about something else. A measurement of 0 means none. */
function health(type: string, fields: Fields): Attributes | null {
  const names = MEASURES[type.toUpperCase()];
  if (names === undefined || fields.left === 0) return null;
  const attributes: Attributes = {};
  for (const name of names) {
    const value = fields.numberIfAny();
    if (name !== null && value !== undefined && value > 0) attributes[name] = value;
  }
  return attributes;
}
