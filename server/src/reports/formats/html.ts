import { traitsOf } from '@milepost/contract/languages';
import { inLanguage, textFor } from '../../texts/text.ts';
import { xmlText } from '../../track-files/fix-text.ts';
import { cellText, headText, isAtEnd } from './cell-text.ts';
import { logoSize } from './logo-size.ts';
import { totalTexts } from './total-texts.ts';
import { groupTexts, rowsByGroup } from './groups.ts';
import type { FileColumn, ReportFile } from './report-file.ts';
import { writePieces } from './write-pieces.ts';

const CELL = 'padding:4px 8px;border-bottom:1px solid #dfe3e8;vertical-align:top';

/** A page for mail and printing. Its styles are inline, because mail programs drop those in the head. */
export const writeHtml = writePieces(async function* (file, counted) {
  const { language, title } = file;
  const direction = traitsOf(language).direction;
  yield `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${xmlText(title)}</title></head>
<body style="font-family:system-ui,sans-serif;font-size:13px;color:#101828">${headOfPage(file)}\n`;
  for (const [index, section] of file.sections.entries()) {
    const { parameters = [], notes = [] } = section;
    const about = linesOf([...parameters.map(asLine), ...notes]);
    const chart = section.chart
      ? `<div style="max-width:900px"><b>${xmlText(section.chart.title ?? '')}</b>${section.chart.svg}</div>`
      : '';
    const picture = section.map ? `${chart}<div style="max-width:900px">${section.map.svg}</div>` : chart;
    yield `<h2 id="s${index + 1}" style="font-size:16px">${xmlText(section.title)}</h2>${about}${picture}<table style="border-collapse:collapse"><thead><tr>${section.columns
      .map((column) => cell('th', column, headText(column, file)))
      .join('')}</tr></thead><tbody>\n`;
    const texts = section.columns.map((column) => cellText(column, file));
    const row = (tag: 'td' | 'th', cells: readonly (string | number | null)[]) =>
      `<tr>${section.columns.map((column, at) => cell(tag, column, texts[at]?.(cells[at] ?? null) ?? '')).join('')}</tr>\n`;
    const thOf = (cells: readonly string[]) =>
      section.columns.map((column, at) => cell('th', column, cells[at] ?? '')).join('');
    let rows = 0;
    for await (const part of rowsByGroup(section)) {
      if ('group' in part)
        yield `<tr style="background:#f2f4f7">${thOf(groupTexts(section.columns, part.group, file))}</tr>\n`;
      else {
        yield part.rows.map((cells) => row('td', cells)).join('');
        rows += part.rows.length;
      }
    }
    counted.rows += rows;
    if (rows === 0)
      yield `<tr><td colspan="${section.columns.length}" style="${CELL}">${wordIn(file, 'report-empty')}</td></tr>`;
    yield `</tbody>${section.totals ? `<tfoot>${totalsRow(section.columns, section.totals, file)}</tfoot>` : ''}</table>\n`;
  }
  yield '</body></html>\n';
});

const wordIn = ({ language }: ReportFile, code: Parameters<typeof textFor>[0]) =>
  xmlText(inLanguage(language, { code, params: {} }));

/** Scale of a logo on a screen. */
const PX_PER_MM = 4;

const asLine = ({ label, value }: { label: string; value: string }) => `${label}: ${value}`;

const linesOf = (lines: readonly string[]) =>
  lines.length === 0 ? '' : `<p style="margin:4px 0;color:#475467">${lines.map(xmlText).join('<br>')}</p>`;

const px = (mm: number) => Math.max(1, Math.round(mm * PX_PER_MM));

/** The size of the logo is in attributes, because some mail programs ignore styles. */
function logoOf(png: Uint8Array): string {
  const { width, height } = logoSize(png);
  return `<img alt="" src="data:image/png;base64,${Buffer.from(png).toString('base64')}" width="${px(width)}" height="${px(height)}" style="display:block;margin-bottom:12px">`;
}

/** The cover, the parameters and the table of contents. */
function headOfPage(file: ReportFile): string {
  const { title, organisation, parameters, timeZone, asOf, notes, cover = null, logo, sections } = file;
  const shown = cover ? cover.logo : true;
  const picture = logo && shown ? logoOf(logo) : '';
  const text = cover?.text ? `<p style="white-space:pre-line;max-width:60em">${xmlText(cover.text)}</p>` : '';
  const contents =
    sections.length > 1
      ? `<ol style="margin:8px 0">${sections.map((section, index) => `<li><a href="#s${index + 1}">${xmlText(section.title)}</a></li>`).join('')}</ol>`
      : '';
  const facts = [
    ...parameters.map(asLine),
    `${inLanguage(file.language, textFor('report-zone'))}: ${timeZone}`,
    `${inLanguage(file.language, textFor('report-as-of'))}: ${asOf}`,
    ...notes,
  ];
  return `${picture}<h1 style="font-size:20px;margin:0">${xmlText(cover?.title ?? title)}</h1>
<p style="margin:4px 0">${xmlText(organisation)}</p>${text}${linesOf(facts)}${contents}`;
}

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
