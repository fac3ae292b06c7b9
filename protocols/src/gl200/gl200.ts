import { decodeOrFault } from '../tools/bad-frame.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoder, StreamProtocol } from '../types.ts';
import { decodeBinary } from './binary.ts';
import { isRecords, isText, MAX_FRAME_BYTES, newGl200Framer } from './framer.ts';
import { passwordOf } from './models.ts';
import { decodeRecords } from './records.ts';
import { decodeText } from './text.ts';

/** @Track of Queclink (GL, GV, GB, GMT, CV): text, bytes, and records, over TCP and UDP. */
export const gl200: StreamProtocol = {
  kind: 'stream',
  name: 'gl200',
  title: '@Track (Queclink)',
  defaultPort: 5004,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // The acknowledgement +ACK:GTOUT follows an accepted command; a rejected one gets none.
  engineReplies: {
    stopped: /^GTOUT,/,
    resumed: /^GTOUT,/,
    refused: null,
  },
  newFramer: newGl200Framer,
  newDecoder: newGl200Decoder,
};

/** Creates a decoder for one connection. */
export function newGl200Decoder(): Decoder {
  let known = '';
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        if (isRecords(frame)) return decodeRecords(frame);
        if (!isText(frame)) return decodeBinary(frame);
        const { decoded, model } = decodeText(textOf(frame));
        if (model !== '') known = model;
        return decoded;
      }),
    encode: (command) => encodeCommand(command, known),
  };
}

/** GTRTO 1 requests a position, GTOUT switches output 1. Null until the device's model is known. */
function encodeCommand(command: Command, model: string): Uint8Array | null {
  if (command.kind === 'text') return isAsciiLine(command.text) ? asciiBytes(command.text) : null;
  if (model === '') return null;
  const password = passwordOf(model);
  if (command.kind === 'locate') return asciiBytes(`AT+GTRTO=${password},1,,,,,,FFFF$`);
  // Only vehicles have outputs.
  if (!model.startsWith('GV') && !model.startsWith('CV')) return null;
  const state = command.kind === 'engineStop' ? 1 : 0;
  return asciiBytes(`AT+GTOUT=${password},${state},,,0,0,0,0,0,0,0,,,,,,,FFFF$`);
}
