import { pipeline } from 'node:stream/promises';
import type { ReportFile, WriteReport } from './report-file.ts';

/** How many rows were written, of all sections. */
export interface Counted {
  rows: number;
}

/** A format that makes its file piece by piece, as fast as the stream takes them: memory holds a batch of rows. */
export const writePieces =
  (pieces: (file: ReportFile, counted: Counted) => AsyncGenerator<Uint8Array | string>): WriteReport =>
  async (file, to, signal) => {
    const counted = { rows: 0 };
    await pipeline(pieces(file, counted), to, { signal });
    return counted;
  };
