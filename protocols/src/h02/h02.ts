import { decodeOrFault } from '../tools/bad-frame.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoder, StreamProtocol } from '../types.ts';
import { decodeBinary } from './binary.ts';
import { BINARY_START, MAX_FRAME_BYTES, newH02Framer } from './framer.ts';
import { decodeText } from './text.ts';

/** H02 of Sinotrack and many others: text and binary frames, over TCP and UDP. */
export const h02: StreamProtocol = {
  kind: 'stream',
  name: 'h02',
  title: 'H02 (Sinotrack)',
  defaultPort: 5013,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  // Confirmation V4: the command and DONE.
  engineReplies: {
    stopped: /^S20,DONE\b/i,
    resumed: /^S20,DONE\b/i,
    refused: /^S20,(?:FAIL|ERR|NO\b)/i,
  },
  newFramer: newH02Framer,
  newDecoder: () => newH02Decoder(),
  // 0000 is the factory default password.
  setup: ({ host, port }) => [{ step: 'sms', value: `8040000 ${host} ${port}` }],
};

/** Creates a decoder for one connection. `now` is the time in commands. */
export function newH02Decoder(now: () => Date = () => new Date()): Decoder {
  let identity: string | null = null;
  return {
    decode(frame) {
      return decodeOrFault(() => {
        const decoded = frame[0] === BINARY_START ? decodeBinary(frame) : decodeText(textOf(frame));
        identity = decoded.identities[0] ?? identity;
        return decoded;
      });
    },
    encode: (command) => encodeCommand(command, identity, now()),
  };
}

/** S20 switches the relay of the fuel pump (manual, "static cut off"). Null until the device has identified itself. */
function encodeCommand(command: Command, identity: string | null, now: Date): Uint8Array | null {
  if (command.kind === 'text') return isAsciiLine(command.text) ? asciiBytes(command.text) : null;
  if (identity === null || command.kind === 'locate') return null;
  const clock = now.toISOString().slice(11, 19).replaceAll(':', '');
  return asciiBytes(`*HQ,${identity},S20,${clock},1,${command.kind === 'engineStop' ? 1 : 0}#`);
}
