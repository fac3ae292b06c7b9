import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { DownloadFormat } from '@milepost/contract/download-routes';
import type { ReportParams } from '@milepost/contract/report-routes';
import { boundedFile } from '../../files/bounded-file.ts';
import { hashFile, incomingFile } from '../../files/take-upload.ts';
import { filesFull } from '../../store/files/change-files.ts';
import type { Caller } from '../../store/people/callers.ts';
import type { ReportDocument } from '../document.ts';
import { fileKind } from '../export/formats.ts';
import type { ExportServices } from '../export/run-export.ts';
import { streamReport } from '../export/stream-report.ts';
import { requirePdfSize } from '../formats/pdf.ts';
import { widestOf } from '../formats/report-file.ts';

export interface ScheduleFile {
  format: DownloadFormat;
  title: string;
  rows: number;
  hash: string;
  sizeBytes: number;
  parameters: readonly { label: string; value: string }[];
}

interface Wanted {
  document: ReportDocument;
  params: ReportParams;
  formats: readonly DownloadFormat[];
  /** How many bytes may still be written of the run; what is made here is taken from it. */
  room: { left: number };
}

/** Writes a report in each format, with what a caller sees, into the file store. */
export async function writeScheduleFiles(
  services: ExportServices,
  as: Caller,
  { document, params, formats, room }: Wanted,
  signal: AbortSignal,
): Promise<ScheduleFile[]> {
  const made: ScheduleFile[] = [];
  for (const format of formats) {
    const temporary = await incomingFile(services.files.incoming);
    try {
      const { rows, title, parameters } = await streamReport(
        services,
        as,
        { document, params, format, unhurried: true },
        async (file, total) => {
          if (format === 'pdf') requirePdfSize(total, widestOf(file));
          const written = await fileKind(format, document.kind).write(
            file,
            boundedFile(temporary, room.left, () => filesFull(services.files.quotaBytes)),
            signal,
          );
          return { ...written, title: file.title, parameters: file.parameters };
        },
      );
      const [hash, { size }] = await Promise.all([hashFile(temporary, createReadStream), stat(temporary)]);
      room.left -= size;
      await services.files.blobs.put(hash, temporary);
      made.push({ format, title, rows, hash, sizeBytes: size, parameters });
    } finally {
      await rm(temporary, { force: true });
    }
  }
  return made;
}
