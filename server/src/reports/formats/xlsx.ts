import type { ReportCell } from '@milepost/contract/report-columns';
import { traitsOf } from '@milepost/contract/languages';
import { Zip } from 'fflate';
import { inLanguage, textFor } from '../../texts/text.ts';
import { DeflatedEntry } from './deflated-entry.ts';
import { withSubtotals } from './groups.ts';
import type { ReportFile, ReportSection } from './report-file.ts';
import { headOf } from './units.ts';
import { type Counted, writePieces } from './write-pieces.ts';
import { BOLD, cellXml, columnName, textXml, widthOf } from './xlsx-cells.ts';
import { sheetHead, sheetName, sheetTail, workbookParts } from './xlsx-parts.ts';

interface Limits {
  /** Rows of a sheet, including its heading. */
  rows: number;
  /** Bytes of a sheet as XML, for which the archive has 32 bits. */
  bytes: number;
}

/** Excel specifications and limits; further rows go to another sheet. */
const LIMITS: Limits = { rows: 1_048_576, bytes: 3_500_000_000 };

/**
 * A workbook with a sheet for each section, one for the subtotals of its groups, and one with the parameters. Cells are
 * numbers, days and durations that formulas can use; texts stay texts, whatever their first character. Written as the
 * rows arrive, so that memory contains one batch.
 */
export const xlsxWriter = (limits: Limits) =>
  writePieces(async function* (file, counted) {
    const workbook = new Workbook(file, limits);
    try {
      for (const { section, counts } of withSubtotals(file)) {
        for await (const _ of workbook.writeSection(section, counts ? counted : { rows: 0 })) yield* workbook.taken();
      }
      await workbook.writeAbout();
      await workbook.end();
      yield* workbook.taken();
    } finally {
      workbook.terminate();
    }
  });

export const writeXlsx = xlsxWriter(LIMITS);

class Workbook {
  private readonly made: Uint8Array[] = [];
  private readonly zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) this.made.push(piece);
  });
  private readonly names: string[] = [];
  private open: DeflatedEntry | null = null;
  private readonly file: ReportFile;
  private readonly limits: Limits;

  constructor(file: ReportFile, limits: Limits) {
    this.file = file;
    this.limits = limits;
  }

  /** The output produced since the last call. */
  taken(): Uint8Array[] {
    return this.made.splice(0);
  }

  terminate(): void {
    this.open?.terminate();
  }

  /** Yields after each batch, so that the output can be taken. */
  async *writeSection(section: ReportSection, counted: Counted): AsyncGenerator<void> {
    const { file, limits } = this;
    const heads = section.columns.map((column) => headOf(column, file));
    const widths = section.columns.map((column, index) => widthOf(column, heads[index] ?? ''));
    const names = section.columns.map((_, index) => columnName(index));
    const writers = section.columns.map((column) => cellXml(column, file));
    const last = names.at(-1) ?? 'A';
    let row = 0;
    const begin = async () => {
      await this.beginSheet(section.title, widths, true);
      await this.write(
        rowXml(
          1,
          heads.map((head, index) => textXml(`${names[index]}1`, head, BOLD)),
        ),
      );
      row = 1;
    };
    const end = () => this.endSheet(heads.length > 0 ? `A1:${last}${Math.max(row, 2)}` : null);
    await begin();
    for await (const batch of section.rows) {
      let text = '';
      for (const cells of batch) {
        if (row >= limits.rows || (this.open?.size ?? 0) > limits.bytes) {
          await this.write(text);
          text = '';
          await end();
          await begin();
        }
        row += 1;
        text += rowXml(row, cellsXml(cells, writers, names, row));
      }
      await this.write(text);
      counted.rows += batch.length;
      yield;
    }
    if (section.totals) await this.writeTotals(section, section.totals, row, end, begin);
    else await end();
    yield;
  }

  /** Below the rows with a gap, so that the filter does not treat it as a row. */
  private async writeTotals(
    section: ReportSection,
    totals: readonly ReportCell[],
    row: number,
    end: () => Promise<void>,
    begin: () => Promise<void>,
  ): Promise<void> {
    // When the first column has a total of its own, the label goes above it, so that the total stays a number.
    const above = totals[0] == null ? 0 : 1;
    let at = row + 2 + above;
    if (at > this.limits.rows) {
      await end();
      await begin();
      at = 3 + above;
    }
    const writers = section.columns.map((column) => cellXml(column, this.file, true));
    const names = section.columns.map((_, index) => columnName(index));
    const word = inLanguage(this.file.language, textFor('report-total'));
    const label = textXml(`A${at - above}`, word, BOLD);
    if (above > 0) await this.write(rowXml(at - above, [label]));
    await this.write(rowXml(at, [above > 0 ? '' : label, ...cellsXml(totals, writers, names, at)]));
    await end();
  }

  /** Writes the parameters and the notes for a reader. */
  async writeAbout(): Promise<void> {
    const { title, organisation, parameters, asOf, notes, timeZone, language, sections } = this.file;
    const word = (code: Parameters<typeof textFor>[0]) => inLanguage(language, { code, params: {} });
    const lines = [
      [title, ''],
      [word('report-organisation'), organisation],
      ...parameters.map(({ label, value }) => [label, value]),
      [word('report-zone'), timeZone],
      [word('report-as-of'), asOf],
      ...notes.map((note) => [word('report-note'), note]),
      ...sections.flatMap(({ title: name, parameters: sectionParams = [], notes: sectionNotes = [] }) =>
        sectionParams.length + sectionNotes.length === 0
          ? []
          : [
              [],
              [name],
              ...sectionParams.map(({ label, value }) => [label, value]),
              ...sectionNotes.map((note) => [word('report-note'), note]),
            ],
      ),
    ];
    await this.beginSheet(word('report-about'), [28, 80], false);
    for (const [index, [label = '', value = '']] of lines.entries()) {
      const row = index + 1;
      await this.write(rowXml(row, [textXml(`A${row}`, label, BOLD), textXml(`B${row}`, value)]));
    }
    await this.endSheet(null);
  }

  async end(): Promise<void> {
    for (const [name, xml] of Object.entries(workbookParts(this.names))) {
      this.add(name);
      await this.write(xml);
      await this.close();
    }
    this.zip.end();
  }

  private async beginSheet(title: string, widths: readonly number[], frozen: boolean): Promise<void> {
    this.names.push(sheetName(title, this.names));
    this.add(`xl/worksheets/sheet${this.names.length}.xml`);
    await this.write(sheetHead(widths, { frozen, rightToLeft: traitsOf(this.file.language).direction === 'rtl' }));
  }

  private async endSheet(filter: string | null): Promise<void> {
    await this.write(sheetTail(filter));
    await this.close();
  }

  private add(name: string): void {
    this.open = new DeflatedEntry(name);
    this.zip.add(this.open);
  }

  private async close(): Promise<void> {
    await this.open?.end();
    this.open = null;
  }

  private async write(text: string): Promise<void> {
    await this.open?.write(text);
  }
}

const rowXml = (row: number, cells: readonly string[]) => `<row r="${row}">${cells.join('')}</row>`;

/** An unknown value is an empty cell, never zero. */
const cellsXml = (
  cells: readonly ReportCell[],
  writers: readonly ReturnType<typeof cellXml>[],
  names: readonly string[],
  row: number,
): string[] =>
  writers.map((write, index) => {
    const cell = cells[index] ?? null;
    return cell === null ? '' : write(`${names[index]}${row}`, cell);
  });
