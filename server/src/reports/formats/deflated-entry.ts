import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { AsyncFlateStreamHandler, ZipInputFile } from 'fflate';

const DEFLATE = 8;
/** Characters that are buffered until a call is worthwhile. */
const PIECE = 128 * 1024;
/** The maximum of UTF-8 bytes per UTF-16 character. */
const LETTER = 3;

/**
 * An entry of a ZIP that zlib compresses in another thread while it is written, and around which `fflate` writes the
 * archive. Two buffers alternate: a new one for each piece would use memory until it is collected.
 */
export class DeflatedEntry implements ZipInputFile {
  readonly compression = DEFLATE;
  size = 0;
  crc = 0;
  ondata?: AsyncFlateStreamHandler;
  readonly filename: string;
  private readonly deflate = createDeflateRaw({ level: 3 });
  private readonly pieces = [Buffer.alloc(0), Buffer.alloc(0)];
  private texts: string[] = [];
  private letters = 0;
  private pieceIndex = 0;
  private taken: Promise<void> = Promise.resolve();

  constructor(filename: string) {
    this.filename = filename;
    this.deflate.on('data', (piece: Uint8Array<ArrayBuffer>) => this.ondata?.(null, piece, false));
  }

  async write(text: string): Promise<void> {
    this.texts.push(text);
    this.letters += text.length;
    if (this.letters >= PIECE) await this.flush();
  }

  async end(): Promise<void> {
    await this.flush();
    await this.taken;
    this.deflate.end();
    if (!this.deflate.readableEnded) await once(this.deflate, 'end');
    this.ondata?.(null, new Uint8Array(0), true);
  }

  /** Frees the memory of zlib when the file is not finished. */
  terminate = (): void => {
    this.deflate.destroy();
  };

  private async flush(): Promise<void> {
    const text = this.texts.join('');
    this.texts = [];
    this.letters = 0;
    this.pieceIndex = 1 - this.pieceIndex;
    const room = text.length * LETTER;
    let piece = this.pieces[this.pieceIndex] ?? Buffer.alloc(0);
    if (piece.length < room) this.pieces[this.pieceIndex] = piece = Buffer.allocUnsafeSlow(room);
    const bytes = piece.subarray(0, piece.write(text));
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
    // Afterwards the buffer of the previous piece is free.
    await this.taken;
    this.taken = new Promise((resolve, reject) => {
      this.deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    this.taken.catch(() => {});
  }
}
