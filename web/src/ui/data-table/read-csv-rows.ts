import { detectDelimiter, parseCsv } from 'hucre/csv';
import { unguardInner } from './inner-formula.ts';

/** A last line of our own: a quote that is not closed swallows it. */
const END = '\uE000end\uE000';

/**
 * The cells of each line of a CSV file (RFC 4180), with commas, semicolons or tabs between them: whichever the heading
 * has most of. Lines without any text are left out, and so is the sign that keeps a spreadsheet from running a text as a
 * formula. Null where a quote is not closed.
 */
export function readCsvRows(text: string): string[][] | null {
  const heading = /^[^\r\n]*/.exec(text.replace(/^\uFEFF/, ''))?.[0] ?? '';
  const delimiter = detectDelimiter(heading);
  const rows = parseCsv(`${text}\n${END}`, { delimiter, unescapeFormulae: true }).map((cells) =>
    cells.map((cell) => unguardInner(String(cell))),
  );
  const end = rows.pop();
  if (end?.length !== 1 || end[0] !== END) return null;
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
}
