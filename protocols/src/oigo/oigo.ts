import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { newConversation } from '../tools/conversation.ts';
import type { Decoder, StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newOigoFramer, START } from './framer.ts';
import { decodeOlder } from './older.ts';
import { decodeNewer } from './younger.ts';

/** Oigo's trackers, MG and AR series: binary messages over UDP. */
export const oigo: StreamProtocol = {
  kind: 'stream',
  name: 'oigo',
  title: 'Oigo (MG, AR)',
  defaultPort: 5121,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newOigoFramer,
  newDecoder: () => newOigoDecoder(),
};

/**
 * Creates a decoder for one connection; `now` determines the current cycle of its clock. Layout and acknowledgement as
 * in the Traccar server's exchange with Oigo devices. Newer devices are not known to expect an answer.
 */
export const newOigoDecoder = (now: () => Date = () => new Date()): Decoder =>
  newConversation((frame) => {
    if (frame.length === 0) throw new BadFrame('no message of Oigo');
    const reader = new ByteReader(frame);
    return frame[0] === START ? decodeNewer(reader, now()) : decodeOlder(reader, now());
  });
