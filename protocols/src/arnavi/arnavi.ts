import { decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newArnaviFramer, START } from './framer.ts';
import { packetsOf } from './records.ts';
import { textLine } from './text.ts';

/** The first version of a login is answered without a time, the others with one. */
const PLAIN_LOGIN = 0x22;
const [ANSWER_START, ANSWER_END] = [0x7b, 0x7d];
const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };

/** Creates a decoder for one connection. The maker publishes no commands for the server, so there are none. */
export const newArnaviDecoder = (): Decoder => newDecoder(true);

/** For captures, which may have been anonymised: wrong checksums are accepted. */
export const newArnaviInspector = (): Decoder => newDecoder(false);

const newDecoder = (checksSums: boolean): Decoder => ({
  decode: (frame) => decodeOrFault(() => decode(frame, checksSums)),
  encode: () => null,
});

function decode(frame: Uint8Array, checksSums: boolean): Decoded {
  if (frame[0] === START.text) return { ...textLine(textOf(frame)), replies: [] };
  const reader = new ByteReader(frame, 1);
  if (frame[0] === START.login) {
    const version = reader.u8();
    const [low, high] = [reader.u32le(), reader.u32le()];
    const identity = String(BigInt(high) * 0x1_0000_0000n + BigInt(low));
    const bytes = version === PLAIN_LOGIN ? answer(0) : timeAnswer(Math.floor(Date.now() / 1000));
    return { identities: [identity], messages: [LOGIN], replies: [{ when: 'now', bytes }] };
  }
  if (frame[0] !== START.package) return { ...NOTHING_DECODED, fault: 'no message of Arnavi' };
  const number = reader.u8();
  return {
    identities: [],
    ...packetsOf(reader, checksSums),
    replies: [{ when: 'stored', bytes: answer(number) }],
  };
}

/** Acknowledges a package or, with 0, a login. */
const answer = (number: number): Uint8Array => Uint8Array.of(ANSWER_START, 0, number, ANSWER_END);

/** Builds the answer with the time: four bytes of content for number 0, their checksum, seconds since 1970 UTC. */
function timeAnswer(seconds: number): Uint8Array {
  const time = [24, 16, 8, 0].map((shift) => (seconds >>> shift) & 0xff);
  const sum = time.reduce((total, byte) => total + byte, 0) & 0xff;
  return Uint8Array.of(ANSWER_START, time.length, 0, sum, ...time, ANSWER_END);
}

/** Arnavi: text of Integral 2 and 3, and bytes of Arnavi 4 and 5. */
export const arnavi: StreamProtocol = {
  kind: 'stream',
  name: 'arnavi',
  title: 'Arnavi (Integral, Arnavi 4 and 5)',
  defaultPort: 5100,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newArnaviFramer,
  newDecoder: newArnaviDecoder,
  newInspector: newArnaviInspector,
};
