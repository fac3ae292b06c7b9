import type { DownloadFormat } from '@milepost/contract/download-routes';
import type { ColumnKind, ReportCell } from '@milepost/contract/report-columns';
import type { Language } from '../../texts/text.ts';

export interface FileColumn {
  key: string;
  label: string;
  kind: ColumnKind;
  /** Of a choice: how its keys are called. */
  choices?: Readonly<Record<string, string>>;
  /** In characters; left out: by its kind. */
  width?: number;
}

/** Rows that belong together, with their subtotals. */
export interface SectionGroup {
  name: string;
  rows: number;
  /** By column. */
  totals: readonly ReportCell[];
}

export interface ReportSection {
  title: string;
  /** What it was asked besides the rest of the file, and what a reader should know of it; left out: nothing. */
  parameters?: readonly { label: string; value: string }[];
  notes?: readonly string[];
  columns: readonly FileColumn[];
  /** In batches, each of some hundred rows. */
  rows: AsyncIterable<readonly (readonly ReportCell[])[]>;
  totals: readonly ReportCell[] | null;
  /** What the rows are put together by, in the order of the rows, and all of them are in one. */
  groups: { by: string; all: readonly SectionGroup[] } | null;
  chart: { svg: string; title?: string } | null;
  map: { svg: string } | null;
}

/** A report on its way into a file. */
export interface ReportFile {
  title: string;
  organisation: string;
  /** What was asked: range, vehicles, filters, in the reader's words. */
  parameters: readonly { label: string; value: string }[];
  /** As of when, and what is still open, in words. */
  asOf: string;
  notes: readonly string[];
  language: Language;
  /** IANA name of the zone in which moments are written. */
  timeZone: string;
  units: 'metric' | 'miles';
  /** ISO 4217. */
  currency: string;
  /** PNG. */
  logo: Uint8Array | null;
  /** A page of its own in front; left out: none. */
  cover?: { title: string; text: string | null; logo: boolean } | null;
  sections: readonly ReportSection[];
}

/** Formats that show pictures: logo, charts and maps. */
export const isDrawn = (format: DownloadFormat | undefined): boolean => format === 'pdf' || format === 'html';

/** Columns of the section that has the most. */
export const widestOf = ({ sections }: Pick<ReportFile, 'sections'>): number =>
  Math.max(0, ...sections.map(({ columns }) => columns.length));

/** Writes the report and ends the stream; rejects where the stream fails, or the signal is aborted. */
export type WriteReport = (
  file: ReportFile,
  to: NodeJS.WritableStream,
  signal: AbortSignal,
) => Promise<{ rows: number }>;
