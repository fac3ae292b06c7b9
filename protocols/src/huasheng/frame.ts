import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';

const [FLAG, ESCAPE, ESCAPED_FLAG, ESCAPED_ESCAPE] = [0xc0, 0xdb, 0xdc, 0xdd];
const VERSION = 0x0100;
const HEADER_BYTES = 12;

export interface Packet {
  type: number;
  index: number;
  /** Positioned at the first byte of the content. */
  reader: ByteReader;
}

/** Between two flags: two bytes, length, type, checksum (zero), index of the message, content. */
export function open(frame: Uint8Array): Packet {
  const content = unescape(frame);
  const reader = new ByteReader(content);
  reader.skip(4);
  const type = reader.u16();
  reader.skip(2);
  return { type, index: reader.u32(), reader };
}

function unescape(frame: Uint8Array): Uint8Array {
  if (frame[0] !== FLAG || frame.at(-1) !== FLAG || frame.length < 2) throw new BadFrame('no frame of HuaSheng');
  const content = new Uint8Array(frame.length - 2);
  let length = 0;
  for (let at = 1; at < frame.length - 1; at += 1) {
    let byte = frame[at] ?? 0;
    if (byte === ESCAPE) {
      at += 1;
      const next = frame[at];
      if (next !== ESCAPED_FLAG && next !== ESCAPED_ESCAPE) throw new BadFrame('an escape of nothing');
      byte = next === ESCAPED_FLAG ? FLAG : ESCAPE;
    }
    content[length] = byte;
    length += 1;
  }
  return content.subarray(0, length);
}

/** Builds a frame of that type and content, which answers message `index`. */
export function seal(type: number, index: number, content: readonly number[] = []): Uint8Array {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  header.setUint16(0, VERSION);
  header.setUint16(2, HEADER_BYTES + content.length);
  header.setUint16(4, type);
  header.setUint32(8, index);
  const escaped = [...new Uint8Array(header.buffer), ...content].flatMap((byte) =>
    byte === FLAG ? [ESCAPE, ESCAPED_FLAG] : byte === ESCAPE ? [ESCAPE, ESCAPED_ESCAPE] : [byte],
  );
  return Uint8Array.from([FLAG, ...escaped, FLAG]);
}
