import { cellText, type ExportCell, type ExportTable, isNumeric, madeAt } from './export-table.ts';
import './print-table.css';

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function rowOf(tag: 'th' | 'td', cells: readonly ExportCell[], numeric: readonly boolean[]): HTMLElement {
  const row = document.createElement('tr');
  for (const [column, cell] of cells.entries()) {
    const made = element(tag, cellText(cell));
    if (numeric[column]) made.className = 'number';
    row.append(made);
  }
  return row;
}

/** The printed sheet: title, time, and all rows with headings that repeat on each page. */
export function printSheet(table: ExportTable, now: Date): HTMLElement {
  const sheet = document.createElement('section');
  sheet.className = 'milepost-print';
  const numeric = table.columns.map((_, column) => isNumeric(table, column));
  const grid = document.createElement('table');
  const head = document.createElement('thead');
  const body = document.createElement('tbody');
  head.append(rowOf('th', table.columns, numeric));
  body.append(...table.rows.map((row) => rowOf('td', row, numeric)));
  grid.append(head, body);
  sheet.append(element('h1', table.title), element('p', madeAt(now)), grid);
  return sheet;
}

/** Prints only the table; afterwards the page is as before. */
export const printTable = (table: ExportTable, now: Date): void => printAlone(printSheet(table, now));

/** Prints only a copy of an element of the page. */
export function printCopy(shown: Element): void {
  const sheet = document.createElement('section');
  sheet.className = 'milepost-print';
  sheet.append(shown.cloneNode(true));
  printAlone(sheet);
}

function printAlone(sheet: HTMLElement): void {
  document.body.append(sheet);
  document.body.dataset['printingTable'] = '';
  addEventListener(
    'afterprint',
    () => {
      sheet.remove();
      delete document.body.dataset['printingTable'];
    },
    { once: true },
  );
  print();
}
