import { jsPDF } from 'jspdf';
import { cellText, madeAt, type ExportTable, isNumeric } from './export-table.ts';
import { paginate, shareWidth, wrapText } from './pdf-layout.ts';
import { createPdfPen, loadFonts, type PdfPen } from './pdf-text.ts';
import type { CountRows } from './write-export.ts';

const SIZE = 8;
const LINE = 10.5;
const EDGE = 32;
const PAD = 4;
const HEAD_TOP = 64;
const MAX_LINES = 3;
/** With more columns than this the page is in landscape. */
const UPRIGHT_COLUMNS = 5;
/** The number of rows from which the column widths are taken. */
const SAMPLE = 300;
/** The number of rows whose texts are wrapped before control returns to the browser. */
const WRAPPED_AT_ONCE = 500;
/** Lets the browser handle events between pages, so that a long table does not freeze the tab. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));

interface Plan {
  pen: PdfPen;
  starts: number[];
  widths: number[];
  numeric: boolean[];
}

function planColumns(pen: PdfPen, table: ExportTable, room: number): Plan {
  pen.setBold(true);
  const heads = table.columns.map((label) => pen.measure(label));
  pen.setBold(false);
  const wanted = heads.map((head, index) =>
    Math.max(head, ...table.rows.slice(0, SAMPLE).map((row) => pen.measure(cellText(row[index] ?? null)))),
  );
  const widths = shareWidth(
    wanted.map((width) => width + 2 * PAD + 1),
    room,
  );
  let x = EDGE;
  const starts = widths.map((width) => (x += width) - width);
  const numeric = table.columns.map((_, column) => isNumeric(table, column));
  return { pen, starts, widths, numeric };
}

function writeRow({ pen, starts, widths, numeric }: Plan, cells: readonly string[][], y: number): void {
  for (const [column, lines] of cells.entries()) {
    const start = starts[column] ?? EDGE;
    const end = start + (widths[column] ?? 0) - PAD;
    for (const [line, text] of lines.entries()) {
      const x = numeric[column] ? end - pen.measure(text) : start + PAD;
      pen.write(text, x, y + PAD + SIZE + line * LINE, end);
    }
  }
}

/**
 * The table as an A4 PDF: title, time of export, headings repeated on each page, page numbers. Wide tables are in
 * landscape.
 */
export async function toPdf(
  table: ExportTable,
  now: Date,
  pageLabel: (page: number, of: number) => string,
  onProgress: CountRows = () => undefined,
): Promise<Blob> {
  const orientation = table.columns.length > UPRIGHT_COLUMNS ? 'landscape' : 'portrait';
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', orientation, compress: true });
  const { width, height } = { width: pdf.internal.pageSize.getWidth(), height: pdf.internal.pageSize.getHeight() };
  await loadFonts([table.title, ...table.columns, ...table.rows.flatMap((row) => row.map(cellText))]);
  const pen = createPdfPen(pdf, SIZE);
  const plan = planColumns(pen, table, width - 2 * EDGE);
  const wrap = (text: string, column: number) =>
    wrapText(text, (plan.widths[column] ?? 0) - 2 * PAD, MAX_LINES, pen.measure);
  const rows: string[][][] = [];
  for (const row of table.rows) {
    if (rows.length % WRAPPED_AT_ONCE === 0) {
      onProgress(0, table.rows.length);
      await breathe();
    }
    rows.push(row.map((cell, column) => wrap(cellText(cell), column)));
  }
  const heights = rows.map((cells) => 2 * PAD + LINE * Math.max(1, ...cells.map((lines) => lines.length)));
  const headBottom = HEAD_TOP + 2 * PAD + LINE;
  const pages = paginate(heights, height - headBottom - EDGE - LINE);

  let written = 0;
  for (const [index, page] of pages.entries()) {
    if (index > 0) pdf.addPage();
    writeFrame(pdf, pen, table.title, `${madeAt(now)}    ${pageLabel(index + 1, pages.length)}`);
    pdf.setFillColor('#f2f4f7').rect(EDGE, HEAD_TOP, width - 2 * EDGE, headBottom - HEAD_TOP, 'F');
    pen.setBold(true);
    writeRow(
      plan,
      table.columns.map((label, column) => wrap(label, column).slice(0, 1)),
      HEAD_TOP,
    );
    pen.setBold(false);
    let y = headBottom;
    for (const row of page) {
      writeRow(plan, rows[row] ?? [], y);
      y += heights[row] ?? 0;
      written++;
      pdf
        .setDrawColor('#e4e7ec')
        .setLineWidth(0.5)
        .line(EDGE, y, width - EDGE, y);
    }
    onProgress(written, rows.length);
    await breathe();
  }
  return pdf.output('blob');
}

function writeFrame(pdf: jsPDF, pen: PdfPen, title: string, note: string): void {
  const right = pdf.internal.pageSize.getWidth() - EDGE;
  const large = createPdfPen(pdf, 14);
  large.setBold(true);
  large.write(title, EDGE, 46, right);
  pen.setBold(false);
  pen.write(note, right - pen.measure(note), 46, right);
}
