import { xmlText } from '../../track-files/fix-text.ts';
import { stylesXml } from './xlsx-cells.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const MAX_NAME = 31;

/** A title as a sheet name that is not yet in the workbook: without the characters that Excel refuses, 31 at most. */
export function sheetName(title: string, taken: readonly string[]): string {
  const clean = title
    .toWellFormed()
    .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replaceAll(/^[\s']+|[\s']+$/g, '');
  const used = new Set(taken.map((name) => name.toLowerCase()));
  for (let count = 1; ; count++) {
    const ending = count === 1 ? '' : ` (${count})`;
    const stem = cut(clean === '' ? 'Sheet' : clean, MAX_NAME - ending.length).replaceAll(/[\s']+$/g, '');
    const name = stem + ending;
    // Excel reserves that name.
    if (name.toLowerCase() !== 'history' && !used.has(name.toLowerCase())) return name;
  }
}

/** Never between the two halves of a surrogate pair. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** The parts of a workbook besides its sheets, by their names in the archive (ECMA-376 part 1, 12.3). */
export function workbookParts(sheets: readonly string[]): Record<string, string> {
  const numbers = sheets.map((_, index) => index + 1);
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${numbers
      .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${CONTENT}.worksheet+xml"/>`)
      .join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
      .map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${numbers
      .map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': XML + stylesXml(),
  };
}

/** The XML before the rows of a sheet; the first row is frozen when the sheet has a heading. */
export function sheetHead(
  widths: readonly number[],
  { frozen, rightToLeft }: { frozen: boolean; rightToLeft: boolean },
): string {
  const pane = frozen
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    : '';
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${rightToLeft ? ' rightToLeft="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`;
}

/** The XML after the rows; `filter` is the filtered range. Prints in landscape. */
export const sheetTail = (filter: string | null): string =>
  `</sheetData>${filter === null ? '' : `<autoFilter ref="${filter}"/>`}<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
