import { inLanguage, textFor } from '../../texts/text.ts';
import { cellText, isAtEnd } from './cell-text.ts';
import type { FileColumn, ReportFile } from './report-file.ts';

/** The texts of the row of totals. The first column has its label, before its own total if it has one. */
export function totalTexts(
  columns: readonly FileColumn[],
  totals: readonly (string | number | null)[],
  file: ReportFile,
): string[] {
  const word = inLanguage(file.language, textFor('report-total'));
  return columns.map((column, at) => {
    const total = totals[at] ?? null;
    if (total === null) return at === 0 ? word : '';
    const text = isAtEnd(column) || typeof total === 'string' ? cellText(column, file)(total) : String(total);
    return at === 0 ? `${word}: ${text}` : text;
  });
}
