import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { engine, position, POSITION_FIELDS } from './position.ts';

const REGISTERS = 'RG';
/** The engine data of the OBD adapter; the surrounding cells. */
const [ENGINE, CELLS] = ['OB', 'JZ'];
/** Two heartbeats, and a request to send stored data; without an answer the device repeats them, and then restarts. */
const HEARTBEATS = ['TX', 'UP', 'MQ'];
/** Cut off fuel and power, and restore them. */
const COMMANDS = { engineStop: 'FD,Y1', engineResume: 'FD,Y2' } as const;

/** Creates a decoder for one connection. */
export function newEasyTrackDecoder(): Decoder {
  let identity: string | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const decoded = decodeText(textOf(frame).trim());
        identity = decoded.identities[0] ?? identity;
        return decoded;
      }),
    encode: (command) => (identity === null ? null : encodeCommand(command, identity)),
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Reads these fields in order: "*", two letters of the maker, identity, two letters of the message type, content. */
function decodeText(text: string): Decoded {
  const fields = new Fields(text.endsWith('#') ? text.slice(0, -1) : text);
  const maker = fields.text();
  if (!maker.startsWith('*') || maker.length !== 3) throw new BadFrame('no message of EasyTrack');
  const device = fields.text();
  if (device === '') throw new BadFrame('a message of nobody');
  const type = fields.text();
  const decoded = { identities: [device], replies: [] };
  if (type === REGISTERS) return { ...decoded, messages: [bare('login')] };
  if (HEARTBEATS.includes(type)) {
    const same = [maker, device, type, ...(fields.left > 0 ? [fields.rest()] : [])].join(',');
    return { ...decoded, messages: [bare('heartbeat')], replies: [{ when: 'now', bytes: asciiBytes(`${same}#`) }] };
  }
  const validity = fields.peek();
  if (fields.left >= POSITION_FIELDS && (validity === 'A' || validity === 'V')) {
    return { ...decoded, messages: [position(fields)] };
  }
  if (type === ENGINE) return { ...decoded, messages: [{ ...bare('report'), attributes: engine(fields.rest()) }] };
  if (type === CELLS) return { ...decoded, messages: [bare('report')] };
  const answer = fields.left > 0 ? fields.rest() : '';
  return { ...decoded, messages: [{ ...bare('reply'), text: answer === '' ? type : `${type},${answer}` }] };
}

function encodeCommand(command: Command, identity: string): Uint8Array | null {
  if (command.kind === 'locate') return null;
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  return isAsciiLine(text) ? asciiBytes(`*ET,${identity},${text}#`) : null;
}

const MAX_FRAME_BYTES = 1024;

/** A frame ends with a number sign or a line end. */
const measure = untilEnd((byte) => byte === 0x23 || byte === 0x0a);

/** EasyTrack: text with numbers in hexadecimal, over TCP. */
export const easytrack: StreamProtocol = {
  kind: 'stream',
  name: 'easytrack',
  title: 'EasyTrack',
  defaultPort: 5056,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newEasyTrackDecoder,
};
