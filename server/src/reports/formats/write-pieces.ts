import { pipeline } from 'node:stream/promises';
import type { ReportFile, WriteReport } from './report-file.ts';

/** The number of rows written, in all sections. */
export interface Counted {
  rows: number;
}

/**
 * Wraps a format that produces its file piece by piece, as fast as the stream accepts it, so that memory contains one
 * batch of rows.
 */
export const writePieces =
  (pieces: (file: ReportFile, counted: Counted) => AsyncGenerator<Uint8Array | string>): WriteReport =>
  async (file, to, signal) => {
    const counted = { rows: 0 };
    await pipeline(pieces(file, counted), to, { signal });
    return counted;
  };
