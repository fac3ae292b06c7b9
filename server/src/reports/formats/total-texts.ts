import { inLanguage, said } from '../../texts/text.ts';
import { cellText, isAtEnd } from './cell-text.ts';
import type { FileColumn, ReportFile } from './report-file.ts';

/** A row of totals: the first column says that it is one, where it has no total itself. */
export function totalTexts(
  columns: readonly FileColumn[],
  totals: readonly (string | number | null)[],
  file: ReportFile,
): string[] {
  return columns.map((column, at) => {
    const total = totals[at] ?? null;
    if (total !== null)
      return isAtEnd(column) || typeof total === 'string' ? cellText(column, file)(total) : String(total);
    return at === 0 ? inLanguage(file.language, said('report-total')) : '';
  });
}
