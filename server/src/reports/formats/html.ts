import { inLanguage, said } from '../../texts/text.ts';
import { xmlText } from '../../track-files/fix-text.ts';
import { cellText, headText, isAtEnd } from './cell-text.ts';
import type { FileColumn, ReportFile } from './report-file.ts';
import { writePieces } from './write-pieces.ts';

const CELL = 'padding:4px 8px;border-bottom:1px solid #dfe3e8;vertical-align:top';

/** A page for mails and printing, with its styles beside each element: mail programs drop those of a head. */
export const writeHtml = writePieces(async function* (file, counted) {
  const { language, title, organisation, asOf, notes, parameters, timeZone } = file;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const word = (code: Parameters<typeof said>[0]) => xmlText(inLanguage(language, { code, params: {} }));
  yield `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${xmlText(title)}</title></head>
<body style="font-family:system-ui,sans-serif;font-size:13px;color:#101828"><h1 style="font-size:20px;margin:0">${xmlText(title)}</h1>
<p style="margin:4px 0">${xmlText(organisation)}</p><p style="margin:4px 0;color:#475467">${[
    ...parameters.map(({ label, value }) => `${xmlText(label)}: ${xmlText(value)}`),
    `${word('report-zone')}: ${xmlText(timeZone)}`,
    `${word('report-as-of')}: ${xmlText(asOf)}`,
    ...notes.map(xmlText),
  ].join('<br>')}</p>\n`;
  for (const section of file.sections) {
    yield `<h2 style="font-size:16px">${xmlText(section.title)}</h2><table style="border-collapse:collapse"><thead><tr>${section.columns
      .map((column) => cell('th', column, headText(column, file)))
      .join('')}</tr></thead><tbody>\n`;
    const texts = section.columns.map((column) => cellText(column, file));
    const row = (tag: 'td' | 'th', cells: readonly (string | number | null)[]) =>
      `<tr>${section.columns.map((column, at) => cell(tag, column, texts[at]?.(cells[at] ?? null) ?? '')).join('')}</tr>\n`;
    let rows = 0;
    for await (const batch of section.rows) {
      yield batch.map((cells) => row('td', cells)).join('');
      rows += batch.length;
    }
    counted.rows += rows;
    if (rows === 0)
      yield `<tr><td colspan="${section.columns.length}" style="${CELL}">${word('report-empty')}</td></tr>`;
    yield `</tbody>${section.totals ? `<tfoot>${totalsRow(section.columns, section.totals, file)}</tfoot>` : ''}</table>\n`;
  }
  yield '</body></html>\n';
});

function cell(tag: 'td' | 'th', column: FileColumn, text: string): string {
  const align = isAtEnd(column) ? 'end' : 'start';
  return `<${tag} dir="auto" style="${CELL};text-align:${align}">${xmlText(text)}</${tag}>`;
}

function totalsRow(
  columns: readonly FileColumn[],
  totals: readonly (string | number | null)[],
  file: ReportFile,
): string {
  return `<tr>${totalTexts(columns, totals, file)
    .map((text, at) => cell('th', columns[at] ?? { key: '', label: '', kind: 'text' }, text))
    .join('')}</tr>`;
}

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
