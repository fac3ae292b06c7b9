import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { DownloadFormat } from '@milepost/contract/download-operations';
import { type Fault, fault } from '@milepost/contract/fault';
import { maxPdfRows } from '@milepost/contract/pdf-limits';
import type { ReportParams } from '@milepost/contract/report-operations';
import { writeBoundedFile } from '../../files/bounded-file.ts';
import { hashFile, incomingFile } from '../../files/take-upload.ts';
import { filesFull } from '../../store/files/change-files.ts';
import type { Caller } from '../../store/people/callers.ts';
import type { ReportDocument } from '../document.ts';
import { fileKind } from '../export/formats.ts';
import type { ExportServices } from '../export/run-export.ts';
import { streamReport } from '../export/stream-report.ts';
import { widestOf } from '../formats/report-file.ts';

export interface ScheduleFile {
  format: DownloadFormat;
  title: string;
  rows: number;
  hash: string;
  sizeBytes: number;
  parameters: readonly { label: string; value: string }[];
}

/** A format that could not be made, while others could. */
export interface FailedFormat {
  format: DownloadFormat;
  rows: number;
  most: number;
}

export const missingFault = ({ rows, most }: FailedFormat): Fault => fault('schedule-pdf-long', { rows, most });

export interface ScheduleFiles {
  files: ScheduleFile[];
  missing: FailedFormat[];
}

class TooLong extends Error {
  readonly file: FailedFormat;
  constructor(file: FailedFormat) {
    super(`${file.rows} rows are too many for ${file.format}`);
    this.file = file;
  }
}

interface Wanted {
  document: ReportDocument;
  params: ReportParams;
  formats: readonly DownloadFormat[];
  /** The bytes that may still be written in this execution; the files made here are subtracted. */
  room: { left: number };
}

/**
 * Writes a report in each format, with what a caller sees, into the file store. If it is too long for a PDF, the other
 * formats are still made.
 */
export async function writeScheduleFiles(
  services: ExportServices,
  as: Caller,
  { document, params, formats, room }: Wanted,
  signal: AbortSignal,
): Promise<ScheduleFiles> {
  const made: ScheduleFile[] = [];
  const missing: FailedFormat[] = [];
  for (const format of formats) {
    const temporary = await incomingFile(services.files.incoming);
    try {
      const { rows, title, parameters } = await streamReport(
        services,
        as,
        { document, params, format, unhurried: signal },
        async (file, total) => {
          const most = format === 'pdf' ? maxPdfRows(widestOf(file)) : Number.POSITIVE_INFINITY;
          if (total > most) throw new TooLong({ format, rows: total, most });
          const written = await writeBoundedFile(
            { path: temporary, maxBytes: room.left, full: () => filesFull(services.files.quotaBytes) },
            (to) => fileKind(format, document.kind).write(file, to, signal),
          );
          return { ...written, title: file.title, parameters: file.parameters };
        },
      );
      const [hash, { size }] = await Promise.all([hashFile(temporary, createReadStream), stat(temporary)]);
      room.left -= size;
      await services.files.blobs.put(hash, temporary);
      made.push({ format, title, rows, hash, sizeBytes: size, parameters });
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      missing.push(error.file);
    } finally {
      await rm(temporary, { force: true });
    }
  }
  return { files: made, missing };
}
