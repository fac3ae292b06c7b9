import { detectDelimiter, parseCsv } from 'hucre/csv';
import { unguardInner } from './inner-formula.ts';

/** An added last line: an unclosed quote swallows it. */
const END = '\uE000end\uE000';

/**
 * The cells of each line of a CSV file (RFC 4180), separated by commas, semicolons or tabs, whichever is the most
 * frequent in the heading. Lines without any text are omitted, and so is the apostrophe that keeps a spreadsheet from
 * evaluating a text as a formula. Null if a quote is not closed.
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
