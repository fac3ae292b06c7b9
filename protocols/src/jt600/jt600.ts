import { decodeOrFault } from '../tools/bad-frame.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoder, StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newJt600Framer } from './framer.ts';
import { records } from './records.ts';
import { decodeText } from './text.ts';

const OPEN = 0x28;
/** Cut off fuel and power, and restore them. */
const COMMANDS = { engineStop: 'S07,0', engineResume: 'S07,1' } as const;

/** Creates a decoder for one connection. */
export function newJt600Decoder(): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => (frame[0] === OPEN ? decodeText(textOf(frame)) : records(frame))),
    encode: encodeCommand,
  };
}

function encodeCommand(command: Command): Uint8Array | null {
  if (command.kind === 'locate') return null;
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  return isAsciiLine(text) ? asciiBytes(text.startsWith('(') ? text : `(${text})`) : null;
}

/** JT600 and JT700 of Jointech: bytes and text over TCP. */
export const jt600: StreamProtocol = {
  kind: 'stream',
  name: 'jt600',
  title: 'JT600, JT700 (Jointech)',
  defaultPort: 5014,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newJt600Framer,
  newDecoder: newJt600Decoder,
};
