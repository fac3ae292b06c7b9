import { jsPDF } from 'jspdf';
import { fitText, paginate, shareWidth, wrapText } from '../../../ui/export/pdf-layout.ts';
import { createPdfPen, loadFonts, type PdfPen } from '../../../ui/export/pdf-text.ts';
import type { MapPicture } from './map-picture.ts';
import type { Paper } from './paper.ts';
import type { SheetPart, TrackSheet } from './track-sheet.ts';

const EDGE = 34;
const SIZE = 8;
const LINE = 10.5;
const PAD = 3;
const MAX_LINES = 3;
/** The number of rows from which the column widths are taken. */
const SAMPLE = 300;
const FIGURES_IN_ROW = 3;

/** Removes direction marks, which have no effect on paper. */
const plain = (text: string) => text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '');

/** The sheet as a PDF: the map, figures and table, right to left if the language is. */
export async function trackPdf(
  sheet: TrackSheet,
  picture: MapPicture,
  { paper, rtl, pageLabel }: { paper: Paper; rtl: boolean; pageLabel: (page: number, of: number) => string },
): Promise<Blob> {
  const pdf = new jsPDF({ unit: 'pt', format: paper, compress: true });
  const width = pdf.internal.pageSize.getWidth() - 2 * EDGE;
  const bottom = pdf.internal.pageSize.getHeight() - EDGE;
  await loadFonts([
    sheet.title,
    sheet.range,
    sheet.organisation,
    sheet.madeAt,
    sheet.nothing,
    picture.attribution,
    ...sheet.columns,
    ...sheet.parts.flatMap(({ heading, figures, rows }) => [
      ...(heading ? [heading.letter, heading.registration] : []),
      ...figures.flat(),
      ...rows.flat(),
    ]),
    pageLabel(1, 1),
  ]);
  const pen = createPdfPen(pdf, SIZE);
  pen.setBold(false);

  /** Writes a line between two distances from the side where lines begin, aligned with its beginning or its end. */
  const put = (text: string, [from, to]: readonly [number, number], y: number, end = false, with_: PdfPen = pen) => {
    const shown = plain(text);
    const length = with_.measure(shown);
    const [left, right] = rtl ? [width - to, width - from] : [from, to];
    const x = EDGE + (end === rtl ? left : right - length);
    with_.write(shown, x, y, x + length);
  };
  const across = [0, width] as const;

  const titlePen = createPdfPen(pdf, 15);
  titlePen.setBold(true);
  pen.setBold(false);
  const range = plain(sheet.range);
  const rangeWidth = pen.measure(range);
  // Several registrations can be longer than the line beside the days.
  titlePen.setBold(true);
  const title = fitText(plain(sheet.title), width - rangeWidth - 4 * PAD, titlePen.measure);
  put(title, across, EDGE + 14, false, titlePen);
  pen.setBold(false);
  put(sheet.range, across, EDGE + 14, true);
  put([sheet.organisation, sheet.madeAt].filter((text) => text !== '').join(' · '), across, EDGE + 28);
  let y = EDGE + 36;
  const mapHeight = (width * picture.canvas.height) / picture.canvas.width;
  pdf.addImage(picture.url, 'JPEG', EDGE, y, width, mapHeight, 'map', 'FAST');
  pdf.setDrawColor('#666666').setLineWidth(0.5).rect(EDGE, y, width, mapHeight);
  y += mapHeight + LINE;
  put(picture.attribution, across, y, true);
  y += LINE;
  const spans = columnSpans();
  for (const [index, part] of sheet.parts.entries()) writePart(part, picture.inks[index] ?? '#000000');
  const pages = pdf.getNumberOfPages();
  for (let page = 1; page <= pages; page++) {
    pdf.setPage(page);
    pen.setBold(false);
    put(pageLabel(page, pages), across, bottom + LINE, true);
  }
  return pdf.output('blob');

  /** The begin and end of each column: the same for the tables of all vehicles. */
  function columnSpans(): (readonly [number, number])[] {
    const rows = sheet.parts.flatMap((part) => part.rows.slice(0, SAMPLE));
    const wanted = sheet.columns.map((label, column) => {
      pen.setBold(true);
      const head = pen.measure(plain(label));
      pen.setBold(false);
      return Math.max(head, ...rows.map((row) => pen.measure(plain(row[column] ?? ''))));
    });
    const widths = shareWidth(
      wanted.map((each) => each + 2 * PAD + 1),
      width,
    );
    let start = 0;
    return widths.map((each) => [start + PAD, (start += each) - PAD] as const);
  }

  /** Writes the figures and the table of a vehicle; with several, under its letter, colour and registration. */
  function writePart({ heading, figures, rows }: SheetPart, ink: string): void {
    if (heading) {
      const needed = 3 * LINE + Math.ceil(figures.length / FIGURES_IN_ROW) * LINE + 3 * (LINE + 2 * PAD);
      if (y + needed > bottom) nextPage();
      else y += LINE;
      writeHeading(heading, ink);
    }
    for (const [index, [label, value]] of figures.entries()) {
      const column = index % FIGURES_IN_ROW;
      const cell = [(column * width) / FIGURES_IN_ROW, ((column + 1) * width) / FIGURES_IN_ROW - 5 * PAD] as const;
      if (column === 0) y += LINE;
      pen.setBold(false);
      put(label, cell, y);
      pen.setBold(true);
      put(value, cell, y, true);
    }
    pen.setBold(false);
    y += 1.5 * LINE;
    if (rows.length > 0) return writeTable(rows);
    put(sheet.nothing, across, y + LINE);
    y += 2 * LINE;
  }

  function nextPage(): void {
    pdf.addPage();
    y = EDGE;
  }

  function writeHeading({ letter, registration }: NonNullable<SheetPart['heading']>, ink: string): void {
    const box = SIZE + 4;
    y += box;
    const left = rtl ? EDGE + width - box : EDGE;
    pdf.setFillColor(ink).roundedRect(left, y - box + 2, box, box, 2, 2, 'F');
    pen.setBold(true);
    pdf.setTextColor('#ffffff');
    const begin = (box - pen.measure(letter)) / 2;
    put(letter, [begin, box], y - 1);
    pdf.setTextColor('#000000');
    put(registration, [box + 2 * PAD, width], y - 1);
    pen.setBold(false);
  }

  function writeTable(rows: SheetPart['rows']): void {
    const wrapped = rows.map((row) =>
      row.map((cell, column) => {
        const [from, to] = spans[column] ?? across;
        return wrapText(plain(cell), to - from, MAX_LINES, pen.measure);
      }),
    );
    const heights = wrapped.map((cells) => 2 * PAD + LINE * Math.max(1, ...cells.map((lines) => lines.length)));
    const headHeight = LINE + 2 * PAD;
    const firstRoom = bottom - y - headHeight;
    const [onFirst = []] = paginate(heights, firstRoom);
    // The table begins on the next page if not even one row fits below the map.
    const fits = (heights[0] ?? 0) <= firstRoom;
    const first = fits ? onFirst : [];
    const rest = paginate(heights.slice(first.length), bottom - EDGE - headHeight).map((page) =>
      page.map((row) => row + first.length),
    );
    for (const [index, page] of [first, ...rest].entries()) {
      if (page.length === 0) continue;
      if (index > 0) nextPage();
      writeHead();
      for (const row of page) writeRow(row);
    }

    function writeHead(): void {
      pdf.setFillColor('#eeeeee').rect(EDGE, y, width, headHeight, 'F');
      pen.setBold(true);
      for (const [column, label] of sheet.columns.entries()) put(label, spans[column] ?? across, y + PAD + SIZE);
      pen.setBold(false);
      y += headHeight;
    }
    function writeRow(row: number): void {
      for (const [column, lines] of (wrapped[row] ?? []).entries()) {
        for (const [line, text] of lines.entries()) put(text, spans[column] ?? across, y + PAD + SIZE + line * LINE);
      }
      y += heights[row] ?? 0;
      pdf
        .setDrawColor('#bbbbbb')
        .setLineWidth(0.4)
        .line(EDGE, y, EDGE + width, y);
    }
  }
}
