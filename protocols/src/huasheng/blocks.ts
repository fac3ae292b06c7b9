import { ByteReader } from '../tools/bytes.ts';

const HEADER_BYTES = 4;

interface Block {
  type: number;
  content: ByteReader;
}

/**
 * Type, length including these four bytes, content. Stops at a block with an impossible length, since the start of the
 * next one is then unknown.
 */
export function* blocks(reader: ByteReader): Generator<Block> {
  while (reader.remaining >= HEADER_BYTES) {
    const type = reader.u16();
    const length = reader.u16() - HEADER_BYTES;
    if (length < 0 || length > reader.remaining) return;
    const at = reader.skip(length);
    yield { type, content: new ByteReader(reader.bytes, at, at + length) };
  }
}
