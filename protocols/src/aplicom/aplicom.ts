import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { Decoded, Decoder, StreamProtocol } from '../types.ts';
import { headOf, LONGEST_HEAD, SHORTEST_HEAD } from './head.ts';
import { position } from './position.ts';
import { tachograph } from './tachograph.ts';

const MAX_FRAME_BYTES = 2048;

/** D, E, F, H: positions, a tachograph, and messages that are not read. */
const isStart = (byte: number) => byte === 0x44 || byte === 0x45 || byte === 0x46 || byte === 0x48;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (end - at < SHORTEST_HEAD) return NEEDS_MORE_BYTES;
  const head = headOf(bytes.subarray(at, Math.min(end, at + LONGEST_HEAD)));
  if (head === null) return NEEDS_MORE_BYTES;
  const length = head.at + head.length;
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length <= end ? length : NEEDS_MORE_BYTES;
}

const newAplicomFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Aplicom's terminals (A and F series): positions and tachograph data, over TCP. */
export const aplicom: StreamProtocol = {
  kind: 'stream',
  name: 'aplicom',
  title: 'Aplicom (A and F series)',
  defaultPort: 5049,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newAplicomFramer,
  newDecoder: newAplicomDecoder,
};

/** Nothing is answered over TCP, and commands are sent by the maker's own tools. */
export function newAplicomDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeFrame(frame)), encode: () => null };
}

function decodeFrame(frame: Uint8Array): Decoded {
  const head = headOf(frame);
  if (head === null || !'DEFH'.includes(head.type)) throw new BadFrame('no frame of Aplicom');
  const reader = new ByteReader(frame, head.at, head.at + head.length);
  const decoded = { ...NOTHING_DECODED, identities: [head.identity] };
  if (head.type === 'D') return { ...decoded, messages: [position(reader, head.selector)] };
  if (head.type === 'E') return { ...decoded, messages: [tachograph(reader, head.selector)] };
  return decoded;
}
