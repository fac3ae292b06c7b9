/**
 * The size of an element in Matroska, always in eight bytes, so that it can be written without computing its length.
 */
const size = (bytes: number): Buffer => {
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(BigInt(bytes));
  written[0] = 1;
  return written;
};
const element = (id: number[], ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id), size(body.length), body]);
};
const uint = (value: number): Buffer => {
  const written = Buffer.alloc(4);
  written.writeUInt32BE(value);
  return written;
};
const float = (value: number): Buffer => {
  const written = Buffer.alloc(8);
  written.writeDoubleBE(value);
  return written;
};
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

interface Clip {
  widthPx: number;
  heightPx: number;
  frameMs: number;
  /** Still pictures as lossy WebP: each is a key frame of VP8 (RFC 9649, section 2.5). */
  frames: readonly Buffer[];
}

/**
 * A clip as WebM (Matroska, RFC 9559; codec V_VP8), made of still pictures only, so no video encoder is needed. The
 * same pictures give the same clip.
 */
export function webm({ widthPx, heightPx, frameMs, frames }: Clip): Buffer {
  const head = element(
    [0x1a, 0x45, 0xdf, 0xa3],
    element([0x42, 0x86], uint(1)),
    element([0x42, 0xf7], uint(1)),
    element([0x42, 0xf2], uint(4)),
    element([0x42, 0xf3], uint(8)),
    element([0x42, 0x82], text('webm')),
    element([0x42, 0x87], uint(2)),
    element([0x42, 0x85], uint(2)),
  );
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    // Times are milliseconds.
    element([0x2a, 0xd7, 0xb1], uint(1_000_000)),
    element([0x44, 0x89], float(frames.length * frameMs)),
    element([0x4d, 0x80], text('Milepost')),
    element([0x57, 0x41], text('Milepost')),
  );
  const video = element([0xe0], element([0xb0], uint(widthPx)), element([0xba], uint(heightPx)));
  const track = element(
    [0xae],
    element([0xd7], uint(1)),
    element([0x73, 0xc5], uint(1)),
    element([0x83], uint(1)),
    element([0x86], text('V_VP8')),
    video,
  );
  const blocks = frames.map((frame, index) => {
    const start = Buffer.from([0x81, 0, 0, 0x80]);
    start.writeInt16BE(index * frameMs, 1);
    return element([0xa3], start, vp8Of(frame));
  });
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], uint(0)), ...blocks);
  return Buffer.concat([
    head,
    element([0x18, 0x53, 0x80, 0x67], info, element([0x16, 0x54, 0xae, 0x6b], track), cluster),
  ]);
}

/** The chunk `VP8 ` of a WebP (RFC 9649, section 2.5). @throws Error when it has none, as in a lossless picture */
function vp8Of(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + length);
    // Chunks are padded to an even length.
    at += 8 + length + (length % 2);
  }
  throw new Error('this WebP has no VP8');
}
