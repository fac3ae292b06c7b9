import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import type { Decoded, Decoder } from '../types.ts';
import { headOf } from './head.ts';
import { position } from './position.ts';
import { tachograph } from './tachograph.ts';

/** Nothing is answered over TCP, and commands are of the maker's own tools. */
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
