import type { DownloadFormat, FileFormat } from '@milepost/contract/download-operations';
import { savedIdOf } from '@milepost/contract/saved-reports';
import { writeCsv, writeCsvZip } from '../formats/csv.ts';
import { writeHtml } from '../formats/html.ts';
import { writeJson } from '../formats/json.ts';
import { writePdf } from '../formats/pdf.ts';
import type { WriteReport } from '../formats/report-file.ts';
import { writeXlsx } from '../formats/xlsx.ts';

interface FileKind {
  write: WriteReport;
  /** The extension of the file name. */
  ending: string;
  type: string;
}

const ZIP = { ending: 'zip', type: 'application/zip' } as const;

const KINDS: Record<DownloadFormat | 'csv.zip', FileKind> = {
  csv: { write: writeCsv, ending: 'csv', type: 'text/csv; charset=utf-8' },
  'csv.zip': { write: writeCsvZip, ...ZIP },
  html: { write: writeHtml, ending: 'html', type: 'text/html; charset=utf-8' },
  json: { write: writeJson, ending: 'json', type: 'application/json; charset=utf-8' },
  xlsx: {
    write: writeXlsx,
    ending: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  pdf: { write: writePdf, ending: 'pdf', type: 'application/pdf' },
};

/** The ending and type of a file. */
export const fileType = (format: FileFormat, kind: string): Omit<FileKind, 'write'> =>
  format === 'zip' ? ZIP : fileKind(format, kind);

/** The format of a report's file; a saved report has several tables, which one CSV file cannot contain. */
export const fileKind = (format: DownloadFormat, kind: string): FileKind =>
  KINDS[format === 'csv' && savedIdOf(kind) !== null ? 'csv.zip' : format];
