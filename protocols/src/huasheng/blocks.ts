import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';

const HEADER_BYTES = 4;

interface Block {
  type: number;
  content: ByteReader;
}

/** Type, how long with these four bytes, content. Throws where a block ends behind the frame. */
export function* blocks(reader: ByteReader): Generator<Block> {
  while (reader.remaining >= HEADER_BYTES) {
    const type = reader.u16();
    const length = reader.u16() - HEADER_BYTES;
    if (length < 0) throw new BadFrame('a block that is shorter than its header');
    const at = reader.skip(length);
    yield { type, content: new ByteReader(reader.bytes, at, at + length) };
  }
}
