import { strToU8, zip } from 'fflate';
import type { ExportTable } from './export-table.ts';
import { sheetName, sheetXml, xmlText } from './xlsx-sheet.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const XLSX_TYPE = `${CONTENT}.sheet`;

const CONTENT_TYPES = [
  `${XML}<Types xmlns="${PACKAGE}/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>`,
  `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>`,
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
  '</Types>',
].join('');

const relations = (...items: [type: string, target: string][]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Three cell formats: plain, head (bold), moment. */
const STYLES = [
  `${XML}<styleSheet xmlns="${MAIN}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

const workbook = (title: string) =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${xmlText(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** The parts of the file by their names (ECMA-376 part 2: an Open Packaging container with one sheet). */
export function xlsxParts(table: ExportTable): Record<string, string> {
  return {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbook(table.title),
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheetXml(table),
  };
}

/** The table as an XLSX file. */
export function toXlsx(table: ExportTable): Promise<Uint8Array<ArrayBuffer>> {
  const parts = Object.fromEntries(Object.entries(xlsxParts(table)).map(([name, xml]) => [name, strToU8(xml)]));
  return new Promise((resolve, reject) => {
    zip(parts, { level: 6, consume: true }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}
