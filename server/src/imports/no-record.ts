import { plain } from './detect-columns.ts';
import { wordsInFiles } from './words-in-files.ts';

const TOTAL_WORDS = [
  'total',
  'totals',
  'grand total',
  'subtotal',
  'sub-total',
  'sum',
  'sum total',
  'count',
  'average',
  'summe',
  'gesamt',
  'gesamtsumme',
  'zwischensumme',
  'anzahl',
  'insgesamt',
  'durchschnitt',
  'mittelwert',
  'total general',
  'suma',
  'subtotal general',
  'cantidad',
  'total général',
  'sous-total',
  'somme',
  'total geral',
  'totale',
  'somma',
  'totaal',
  'som',
  'razem',
  'łącznie',
  'celkem',
  'součet',
  'összesen',
  'yhteensä',
  'summa',
  'toplam',
  'genel toplam',
  'итого',
  'всего',
  'сумма',
  'разом',
  'σύνολο',
  '合计',
  '总计',
  '合計',
  'Σ',
  '∑',
];
const TOTALS = new Set(TOTAL_WORDS.concat(wordsInFiles('totals')).map((word) => plain(word) || word));
const TOTAL_SIGNS = new Set(['Σ', '∑']);
/** A number, perhaps with a currency sign or a unit next to it. */
const AMOUNT = /^[^\p{L}\p{Nd}]*\p{L}{0,4}[^\p{L}\p{Nd}]*\p{Nd}[^\p{L}]*\p{L}{0,12}\.?(?:\/\p{L}+)?$/u;
/** The footers that programs write below a table, always with a number or a date. */
const FOOTER =
  /^(?:page|as of|printed|created|generated|exported|seite|stand|erstellt|gedruckt|página|page|pagina|fecha|impreso|imprimé|strona|stampato|стр|страница)(?![\p{L}\p{M}]).*\p{Nd}/iu;
/** With fewer columns, a line with a single cell is not recognisably outside of the table. */
const MIN_COLUMNS = 3;
/** The maximum length of a total, since the regular expressions are for short strings. */
const MAX_LETTERS = 60;

/** True for the word of a cell such as "Summe:", "Total (24)", "Anzahl: 24 Fahrzeuge". */
function isTotal(cell: string): boolean {
  if (cell.length > MAX_LETTERS) return false;
  // The regular expression would backtrack over every split of a run of spaces.
  const text = cell.trim().replaceAll(/\s+/gu, ' ');
  if (TOTAL_SIGNS.has(text.replace(/[:=\s]+$/u, ''))) return true;
  const [, word = '', rest = ''] = /^([\p{L}\p{M}\s-]+?)\s*[:=]?(?:[\s:=(]+(\p{Nd}.*))?[:=)\s.]*$/u.exec(text) ?? [];
  return word !== '' && TOTALS.has(plain(word)) && (rest === '' || AMOUNT.test(rest.replace(/[)\s]+$/u, '')));
}

/**
 * True when a line of a table is no record: a line of totals, its headings repeated as on each printed page, or a note
 * below it.
 * @param key the cell by which a record is found; a line of totals has none, or the word there
 */
export function isNoRecord(cells: readonly string[], headings: readonly string[], key: string): boolean {
  const filled = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [{ cell: cell.trim(), index }]));
  const [first] = filled;
  if (first === undefined) return true;
  if (filled.length > 1 && filled.every(({ cell, index }) => plain(cell) === plain(headings[index] ?? ''))) return true;
  const columns = headings.filter((heading) => heading !== '').length;
  if (filled.length === 1 && columns >= MIN_COLUMNS && FOOTER.test(first.cell.slice(0, MAX_LETTERS))) return true;
  if (!isTotal(first.cell) || (key.trim() !== '' && key.trim() !== first.cell)) return false;
  return filled.every(({ cell }) => isTotal(cell) || (cell.length <= MAX_LETTERS && AMOUNT.test(cell)));
}
