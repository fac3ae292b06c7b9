import type { DownloadFormat } from '@milepost/contract/download-operations';
import type { ColumnKind, ReportCell } from '@milepost/contract/report-columns';
import type { Language } from '@milepost/contract/languages';

export interface FileColumn {
  key: string;
  label: string;
  kind: ColumnKind;
  /** For a choice: the labels of its keys. */
  choices?: Readonly<Record<string, string>>;
  /** In characters; determined by the kind when omitted. */
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
  /** Its own parameters besides those of the whole file, and the notes for a reader; none when omitted. */
  parameters?: readonly { label: string; value: string }[];
  notes?: readonly string[];
  columns: readonly FileColumn[];
  /** In batches of some hundred rows. */
  rows: AsyncIterable<readonly (readonly ReportCell[])[]>;
  totals: readonly ReportCell[] | null;
  /** The groups in the order of the rows, each of which belongs to one; null without a grouping. */
  groups: { by: string; all: readonly SectionGroup[] } | null;
  chart: { svg: string; title?: string } | null;
  map: { svg: string } | null;
}

/** A report as it is passed to a file format. */
export interface ReportFile {
  title: string;
  organisation: string;
  /** The parameters in the reader's language: range, vehicles, filters. */
  parameters: readonly { label: string; value: string }[];
  /** The time of the figures, and what is still open, in words. */
  asOf: string;
  notes: readonly string[];
  language: Language;
  /** The IANA time zone of the moments in it. */
  timeZone: string;
  units: 'metric' | 'miles';
  /** ISO 4217. */
  currency: string;
  /** PNG. */
  logo: Uint8Array | null;
  /** A front page; none when omitted. */
  cover?: { title: string; text: string | null; logo: boolean } | null;
  sections: readonly ReportSection[];
}

/** True for formats with pictures: logo, charts and maps. */
export const isDrawn = (format: DownloadFormat | undefined): boolean => format === 'pdf' || format === 'html';

/** The number of columns of the widest section. */
export const widestOf = ({ sections }: Pick<ReportFile, 'sections'>): number =>
  Math.max(0, ...sections.map(({ columns }) => columns.length));

/** Writes the report and ends the stream; rejects when the stream fails or the signal is aborted. */
export type WriteReport = (
  file: ReportFile,
  to: NodeJS.WritableStream,
  signal: AbortSignal,
) => Promise<{ rows: number }>;
