import { decodeText } from '../gl200/text.ts';
import { BadFrame } from '../tools/bad-frame.ts';
import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** SkyPatrol's TT8850, made by Queclink: Queclink messages with a different header, over TCP. */
export const tt8850: StreamProtocol = {
  kind: 'stream',
  name: 'tt8850',
  title: 'TT8850 (SkyPatrol)',
  defaultPort: 5079,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '$'),
  newDecoder: () => newConversation(read),
};

/** Two leading bytes, of which the first may be lost as a blank between messages. */
const START = '\u0004,';
/** A mask of four hexadecimal digits and an unknown digit before the type. */
const HEAD = /^[0-9A-F]{4},[01],GT(?=[A-Z]{3},)/;

/**
 * The device is a Queclink GL200, whose fields and types its messages have (its protocol version begins with that
 * model's number, 02); only the header differs, according to recorded devices. None of them waited for an answer, and
 * the form of one is unknown.
 */
function read(frame: Uint8Array): Decoded {
  const all = textOf(frame);
  const start = all.startsWith('\0') ? 1 : 0;
  const text = all.slice(start + START.length);
  const head = HEAD.exec(text);
  if (head === null || !all.startsWith(START, start)) throw new BadFrame('no message of a TT8850');
  return { ...decodeText(`+RESP:GT${text.slice(head[0].length)}`).decoded, replies: [] };
}
