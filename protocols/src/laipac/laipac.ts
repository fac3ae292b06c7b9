import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import { exclusiveOr, twoHexDigits } from '../tools/sums.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { position } from './position.ts';

/** The factory default password. */
const PASSWORD = '00000000';
/** The command that cancels a device's alarm, so that it is not repeated, by the reason of the report. */
const TAKES_BACK = byWord<string>({ 3: 'd', S: 't', T: 't', X: 'x', 4: 'x', Y: 'y', Z: 'z' });

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Creates a decoder for one connection. */
export function newLaipacDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())), encode: encodeCommand };
}

/** Reads these fields in order: "$", type, identity, content, "*" and the XOR of the characters between. */
function decodeText(text: string): Decoded {
  const star = text.lastIndexOf('*');
  if (!text.startsWith('$') || star < 0) throw new BadFrame('no sentence of Laipac');
  const fields = new Fields(text.slice(1, star));
  const type = fields.text();
  const identity = fields.text();
  if (identity === '') throw new BadFrame('a sentence of nobody');
  const decoded = { identities: [identity], replies: [] };
  if (type === 'AVSYS') {
    const firmware = fields.left > 0 ? fields.text() : '';
    return { ...decoded, messages: [{ ...bare('login'), attributes: firmware === '' ? {} : { firmware } }] };
  }
  if (type === 'EAVSYS') {
    const card = fields.left > 0 ? fields.text() : '';
    return { ...decoded, messages: [{ ...bare('login'), attributes: card === '' ? {} : { iccid: card } }] };
  }
  // The device waits until it receives its own sentence.
  if (type === 'ECHK') {
    return { ...decoded, messages: [bare('heartbeat')], replies: [{ when: 'now', bytes: asciiBytes(`${text}\r\n`) }] };
  }
  if (type === 'AVRMC') {
    const { message, status, event } = position(fields);
    return { ...decoded, messages: [message], replies: acknowledge(status, event, text.slice(star + 1)) };
  }
  return { ...decoded, messages: [{ ...bare('reply'), text: text.slice(1, star) }] };
}

/** A status in lower case requests an acknowledgement. */
function acknowledge(status: string, event: string, sum: string): Reply[] {
  const replies: Reply[] = [];
  if (status >= 'a' && status <= 'z') replies.push({ when: 'stored', bytes: sentence(`EAVACK,${event},${sum}`) });
  const code = TAKES_BACK[event];
  if (code !== undefined) replies.push({ when: 'stored', bytes: sentence(`AVCFG,${PASSWORD},${code}`) });
  return replies;
}

const sentence = (content: string) => asciiBytes(`$${content}*${twoHexDigits(exclusiveOr(asciiBytes(content)))}\r\n`);

function encodeCommand(command: Command): Uint8Array | null {
  if (command.kind === 'locate') return sentence(`AVREQ,${PASSWORD},1`);
  if (command.kind !== 'text' || !isAsciiLine(command.text)) return null;
  return sentence(command.text.startsWith('$') ? command.text.slice(1) : command.text);
}

const MAX_FRAME_BYTES = 512;

/** A sentence ends with a line end. */
const measure = untilEnd((byte) => byte === 0x0a || byte === 0x0d);

/** Laipac's S911 and StarFinder: sentences over TCP. */
export const laipac: StreamProtocol = {
  kind: 'stream',
  name: 'laipac',
  title: 'Laipac (S911, StarFinder)',
  defaultPort: 5048,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newLaipacDecoder,
};
