// Every report in every format and language: the file contains what the screen shows, to the last column, row and sum.
import { LANGUAGES } from '@milepost/contract/languages';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { DownloadFormat } from '@milepost/contract/download-operations';
import type { ReportCell } from '@milepost/contract/report-columns';
import { MAX_SECTIONS, savedKind } from '@milepost/contract/saved-reports';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPerson } from '../../store/people/callers.ts';
import { isSoundPdf } from '../../testing/check-pdf.ts';
import type { HttpFixture } from '../../testing/http-fixture.ts';
import { writtenBy } from '../../testing/report-file.ts';
import { requestReport, reportFixture, type ReportFixture, WEEK } from '../../testing/report-fixture.ts';
import { REPORT_KINDS, REPORTS } from '../all-reports.ts';
import { documentFor } from '../document.ts';
import { writeCsv } from '../formats/csv.ts';
import { writeJson } from '../formats/json.ts';
import { writePdf } from '../formats/pdf.ts';
import type { WriteReport } from '../formats/report-file.ts';
import { writeXlsx } from '../formats/xlsx.ts';
import type { Report } from '../report.ts';
import { streamReport } from './stream-report.ts';

let fixture: ReportFixture;
let http: HttpFixture;
let pdfs: PDFiumLibrary;
beforeAll(async () => {
  [fixture, pdfs] = await Promise.all([reportFixture(), PDFiumLibrary.init()]);
  ({ http } = fixture);
});
afterAll(async () => {
  pdfs.destroy();
  await http.close();
});

async function written(kind: string, format: DownloadFormat, params: object, write: WriteReport): Promise<Buffer> {
  const caller = await findPerson(http.database, 1);
  if (!caller) throw new Error('nobody to ask');
  const document = await documentFor(http.database, caller, kind);
  return streamReport(http.services, caller, { document, params, format }, async (file) => {
    const { bytes } = await writtenBy(write, file);
    return bytes;
  });
}

/** Day 0 of spreadsheets: the library reads durations as moments since then. */
const DAY_ZERO = Date.UTC(1899, 11, 31);
const numberIn = (cell: unknown) => (cell instanceof Date ? (cell.getTime() - DAY_ZERO) / 86_400_000 : cell);

const sumOf = (values: readonly unknown[]) =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);

describe.each(REPORT_KINDS)('the report %s', (kind) => {
  const report: Report = REPORTS[kind];
  const range = report.range === null ? {} : WEEK;

  test.each(LANGUAGES)('is written as JSON, CSV and XLSX in %s', async (language) => {
    // Includes the optional columns.
    const params = { ...range, language, columns: report.columns.map(({ key }) => key) };
    const { columns, total, totals } = await requestReport(fixture.admin, kind, params);
    const labels = columns.map(({ label }) => label);

    const json: {
      sections: {
        columns: { key: string; label: string }[];
        rows: Record<string, ReportCell>[];
        totals: Record<string, ReportCell> | null;
      }[];
    } = JSON.parse((await written(kind, 'json', params, writeJson)).toString());
    const [section] = json.sections;
    expect(section?.columns.map(({ label }) => label)).toEqual(labels);
    expect(section?.rows).toHaveLength(total);
    for (const [at, { key, total: rule }] of columns.entries()) {
      if (rule === null) continue;
      const totalCell = section?.totals?.[key] ?? null;
      if (totals.cells[at] === null) expect(totalCell, key).toBeNull();
      else if (typeof totalCell === 'string') expect(totalCell, key).toBe(totals.cells[at]);
      else expect(totalCell, key).toBeCloseTo(Number(totals.cells[at]), 6);
      const values = (section?.rows ?? []).map((row) => row[key] ?? null).filter((value) => value !== null);
      if (rule === 'sum' && values.length > 0) expect(Number(totalCell), key).toBeCloseTo(sumOf(values.map(Number)), 6);
    }

    const lines = parseCsv((await written(kind, 'csv', params, writeCsv)).toString().replace('\uFEFF', ''));
    // A label is followed by a unit or time zone in brackets.
    expect(lines[0]?.map((head, at) => String(head).startsWith(labels[at] ?? '?'))).toEqual(labels.map(() => true));
    expect(lines.slice(1).filter((line) => line.length === labels.length)).toHaveLength(total);

    const { sheets } = await readXlsx(new Uint8Array(await written(kind, 'xlsx', params, writeXlsx)));
    const [head = [], ...rows] = sheets[0]?.rows ?? [];
    expect(head.map((cell, at) => String(cell).startsWith(labels[at] ?? '?'))).toEqual(labels.map(() => true));
    const data = rows.slice(0, total);
    expect(data).toHaveLength(total);
    const summed = columns.flatMap(({ key, total: rule }, at) => (rule === 'sum' ? [{ key, at }] : []));
    const foot = rows.slice(total).find((row) => summed.some(({ at }) => typeof numberIn(row[at]) === 'number'));
    for (const { key, at } of summed) {
      if (totals.cells[at] === null) continue;
      expect(numberIn(foot?.[at]), key).toBeCloseTo(sumOf(data.map((row) => numberIn(row[at]))), 6);
    }
  });
});

test('PDFs of several sections contain all reports, valid, each under its name', { timeout: 120_000 }, async () => {
  const sections = REPORT_KINDS.map((kind) => ({
    kind,
    title: null,
    params: REPORTS[kind].range === null ? {} : WEEK,
  }));
  const saved = [];
  // The maximum of sections in a saved report.
  for (let from = 0; from < sections.length; from += MAX_SECTIONS) {
    const input = {
      name: `All ${from}`,
      shared: false,
      params: WEEK,
      cover: null,
      sections: sections.slice(from, from + MAX_SECTIONS),
    };
    saved.push({ kinds: input.sections, id: (await fixture.admin.call('save-saved-report', input)).report?.id });
  }
  for (const { kinds, id } of saved) {
    const bytes = await written(savedKind(id ?? 0), 'pdf', { language: 'en' }, writePdf);
    expect(await isSoundPdf(bytes)).toBe(true);
    const pdf = await pdfs.loadDocument(bytes);
    const text = [...pdf.pages()]
      .map((page) => page.getText())
      .join('\n')
      .normalize('NFC');
    pdf.destroy();
    expect(text.length).toBeGreaterThan(1000);
    for (const { kind } of kinds) expect(text).toContain(REPORTS[kind].texts.en.name);
  }
});

test('the checker of PDFs finds faults', async () => {
  const bytes = await written('trips', 'pdf', WEEK, writePdf);
  expect(await isSoundPdf(bytes)).toBe(true);
  expect(await isSoundPdf(bytes.subarray(0, bytes.length - 200))).toBe(false);
});
