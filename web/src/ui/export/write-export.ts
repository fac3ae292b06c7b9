import { takeAsset } from '../load-asset/load-asset.ts';
import type { ExportTable } from './export-table.ts';

export const EXPORT_KINDS = ['csv', 'xlsx', 'pdf', 'print'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Receives the number of written rows and the total. */
export type CountRows = (done: number, total: number) => void;

/**
 * Writes the table in the chosen format; the writers are lazy-loaded.
 * @returns the file, or null for print, which creates none
 */
export async function writeExport(
  kind: ExportKind,
  table: ExportTable,
  pageLabel: (page: number, of: number) => string,
  onProgress?: CountRows,
): Promise<Blob | null> {
  const now = new Date();
  if (kind === 'csv') {
    const { tableToCsv } = await takeAsset('buttons.flash');
    return new Blob([tableToCsv(table)], { type: 'text/csv;charset=utf-8' });
  }
  if (kind === 'xlsx') {
    const { toXlsx, XLSX_TYPE } = await takeAsset('jszip');
    return new Blob([await toXlsx(table)], { type: XLSX_TYPE });
  }
  if (kind === 'pdf') {
    const { toPdf } = await takeAsset('buttons.html5');
    return toPdf(table, now, pageLabel, onProgress);
  }
  const { printTable } = await takeAsset('buttons.print');
  printTable(table, now);
  return null;
}
