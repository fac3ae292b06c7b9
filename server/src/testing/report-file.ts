import { Writable } from 'node:stream';
import type { ReportCell } from '@milepost/contract/report-columns';
import type { FileColumn, ReportFile, ReportSection, WriteReport } from '../reports/formats/report-file.ts';

export async function* inBatches(rows: readonly (readonly ReportCell[])[], size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

export const section = (
  columns: readonly FileColumn[],
  rows: readonly (readonly ReportCell[])[],
  more: Partial<ReportSection> = {},
): ReportSection => ({
  title: 'Trips',
  columns,
  rows: inBatches(rows),
  totals: null,
  groups: null,
  chart: null,
  map: null,
  ...more,
});

/** A report in English, in the zone of Montevideo (UTC−3), metric. */
export const reportFile = (sections: readonly ReportSection[], more: Partial<ReportFile> = {}): ReportFile => ({
  title: 'Trips',
  organisation: 'Transportes del Sur',
  parameters: [{ label: 'Range', value: '1 to 7 November 2026' }],
  asOf: '8 November 2026, 10:00',
  notes: ['1 vehicle is silent'],
  language: 'en',
  timeZone: 'America/Montevideo',
  units: 'metric',
  currency: 'INR',
  logo: null,
  sections,
  ...more,
});

/** The bytes of a report in a format, and the number of rows written. */
export async function writtenBy(write: WriteReport, file: ReportFile): Promise<{ bytes: Buffer; rows: number }> {
  const pieces: Buffer[] = [];
  const to = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  const { rows } = await write(file, to, new AbortController().signal);
  return { bytes: Buffer.concat(pieces), rows };
}
