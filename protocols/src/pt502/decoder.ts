import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoder } from '../types.ts';
import { position } from './position.ts';

const PIECE_OF_PHOTOGRAPH = '$PHD';
/** The first output is the one of the relay. */
const COMMANDS = { engineStop: '#OPC1,1', engineResume: '#OPC1,0' } as const;

/** One conversation with one device. It acknowledges nothing; photographs are not asked for. */
export function newPt502Decoder(): Decoder {
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const text = textOf(frame).trim();
        const start = text.indexOf('$');
        if (start < 0) throw new BadFrame('no message of PT502');
        if (text.startsWith(PIECE_OF_PHOTOGRAPH, start)) return NOTHING_DECODED;
        const { identity, message } = position(text.slice(start + 1));
        return { identities: [identity], messages: [message], replies: [] };
      }),
    encode: encodeCommand,
  };
}

function encodeCommand(command: Command): Uint8Array | null {
  if (command.kind === 'locate') return null;
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  return isAsciiLine(text) ? asciiBytes(`${text}\r\n`) : null;
}
