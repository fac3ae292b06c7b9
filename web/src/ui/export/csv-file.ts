import { toCsv } from '../data-table/csv.ts';
import { type ExportTable, zonedHeads } from './export-table.ts';
import { zonedIso } from './wall-clock.ts';

/** The table as CSV; times are ISO 8601 with the offset of the person's zone, so that a program can read them. */
export function tableToCsv(table: ExportTable): string {
  return toCsv(
    zonedHeads(table).map((label, index) => ({
      label,
      value: (row: ExportTable['rows'][number]) => {
        const cell = row[index] ?? null;
        return cell instanceof Date ? zonedIso(cell) : cell;
      },
    })),
    table.rows,
  );
}
