import { toCsv } from '../data-table/csv.ts';
import type { ExportTable } from './export-table.ts';

/** The table as CSV; moments as UTC in ISO 8601, so that a program can read them. */
export function tableToCsv({ columns, rows }: ExportTable): string {
  return toCsv(
    columns.map((label, index) => ({
      label,
      value: (row: ExportTable['rows'][number]) => {
        const cell = row[index] ?? null;
        return cell instanceof Date ? cell.toISOString() : cell;
      },
    })),
    rows,
  );
}
