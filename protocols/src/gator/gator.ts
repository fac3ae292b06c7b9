import { newConversation } from '../tools/conversation.ts';
import type { Command, StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newGatorFramer } from './framer.ts';
import { addressOf } from './identity.ts';
import { framed, read } from './read.ts';

/** Gator's trackers and those of Rope (M508, M528, M558, M588): binary frames over TCP and UDP. */
export const gator: StreamProtocol = {
  kind: 'stream',
  name: 'gator',
  title: 'Gator (Rope M508, M558, M588)',
  defaultPort: 5052,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume'],
  engineReplies: {
    stopped: /^order 39 done$/,
    resumed: /^order 38 done$/,
    refused: /^order 3[89] failed$/,
  },
  newFramer: newGatorFramer,
  newDecoder: () => newConversation(read, encodeCommand),
};

/** Orders: report now, close and open the fuel line. */
const ORDERS = { locate: 0x30, engineStop: 0x39, engineResume: 0x38 } as const;

/** For devices identified by an address; how one with an IMEI is addressed is unknown. */
function encodeCommand(command: Command, identity: string): Uint8Array | null {
  const address = addressOf(identity);
  return command.kind === 'text' || address === null ? null : framed(ORDERS[command.kind], address);
}
