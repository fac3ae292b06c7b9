import { PDFiumLibrary } from '@hyzyla/pdfium';
import { beforeAll, afterAll, expect, test } from 'vitest';
import type { ReportCell } from '@milepost/contract/report-columns';
import { MAX_PDF_ROWS } from '@milepost/contract/pdf-limits';
import { AppError } from '../../errors.ts';
import { inBatches, reportFile, section, writtenBy } from '../../testing/report-file.ts';
import { requirePdfSize, writePdf } from './pdf.ts';
import { chartSvg } from '../export/chart-svg.ts';
import type { FileColumn, ReportFile } from './report-file.ts';

/** The PDF reader of Chrome and Edge. */
let reader: PDFiumLibrary;
beforeAll(async () => void (reader = await PDFiumLibrary.init()));
afterAll(() => reader.destroy());

const column = (kind: FileColumn['kind'], label: string = kind): FileColumn => ({ key: kind, label, kind });

/** The text of each page, as it is copied. */
async function pagesOf(file: ReportFile): Promise<string[]> {
  const { bytes } = await writtenBy(writePdf, file);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const pdf = await reader.loadDocument(bytes);
  const pages = [...pdf.pages()].map((page) =>
    page
      .getText()
      .normalize('NFC')
      .replaceAll(/[\u200B\u202A-\u202E]/g, ''),
  );
  pdf.destroy();
  return pages;
}
const words = (text: string) => text.split(/\s+/);

test('every page has the title, the head of the table and its number of all', async () => {
  const rows = Array.from({ length: 120 }, (_, index): ReportCell[] => [`SBA ${index}`, index * 1000]);
  const file = reportFile([
    section([column('vehicle', 'Vehicle'), column('distance', 'Distance')], rows, { totals: [null, 7_140_000] }),
  ]);
  const pages = await pagesOf(file);
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Transportes del Sur');
    expect(page).toContain('Distance (km)');
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain('As of: 8 November 2026, 10:00');
  }
  expect(pages[0]).toContain('1 to 7 November 2026');
  expect(pages[0]).toContain('1 vehicle is silent');
  // No row is split or lost between pages, and the totals appear once.
  const all = pages.join('\n');
  for (const [name] of rows) expect(words(all.replaceAll('SBA ', 'SBA_'))).toContain(String(name).replace(' ', '_'));
  expect(all.match(/7,140\.0/g)).toHaveLength(1);
});

// Lam with alef, alef with hamza, the name of God: ligatures that readers reverse. Then conjuncts and matras.
const ARABIC = 'المركبة الشاحنة الرياض لا إلى الأحد السلام خلال الله محطة الوقود';
const HINDI = 'मुख्य मार्ग क्षेत्र कार्यालय यात्रा दिल्ली किलोमीटर विद्युत हिन्दी स्थिति प्रबंधक';

// PDFium treats a page of mostly Arabic as right-to-left and reverses Hindi in it; Poppler does not.
test.each([
  ['en', ARABIC],
  ['hi', ARABIC],
  ['ar', ARABIC],
  ['en', HINDI],
  ['hi', HINDI],
] as const)('words are not broken in a report in %s: %s', async (language, text) => {
  const rows = text.split(' ').map((word) => [word, 1]);
  const [page = ''] = await pagesOf(
    reportFile([section([column('text', 'x'), column('count', 'y')], rows)], { language, notes: [], parameters: [] }),
  );
  const found = words(page);
  for (const [word] of rows) expect(found).toContain(String(word).normalize('NFC'));
});

test('texts are data and never Typst, nor do they end it', async () => {
  const nasty = [
    '#eval("1+1")',
    '*bold*',
    '$x$',
    '\\',
    '@ref',
    '<label>',
    '#include "data.json"',
    '= Heading',
    '"]',
    '// gone',
    '_a_',
    '~',
    '`raw`',
    '#',
  ];
  const file = reportFile(
    [
      section(
        [column('text', '#panic()'), column('count', '*n*')],
        nasty.map((text) => [text, 1]),
      ),
    ],
    {
      title: '#title *x*',
      organisation: '$ACME$ @x',
      parameters: [{ label: '#a', value: '*b*' }],
      notes: ['#note[x]'],
    },
  );
  const text = (await pagesOf(file)).join('\n');
  for (const one of [...nasty, '#panic()', '*n*', '#title *x*', '$ACME$ @x', '*b*', '#note[x]'])
    expect(text).toContain(one);
});

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an empty report has a logo, a chart and a map', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><rect width="80" height="40" fill="#36c"/><text x="5" y="20" font-family="sans-serif" font-size="6">Montevideo</text></svg>';
  const pages = await pagesOf(
    reportFile([section([column('text')], [], { chart: { svg }, map: { svg } })], { logo: LOGO }),
  );
  expect(pages.join('\n')).toContain('No rows');
  expect(pages.join('\n').match(/Montevideo/g)?.length).toBeGreaterThanOrEqual(2);
});

test('columns that do not fit follow on further pages, beside the one that identifies rows', async () => {
  const columns = [column('vehicle', 'Vehicle'), ...Array.from({ length: 40 }, (_, at) => column('count', `C${at}`))];
  const rows = [0, 1, 2].map((row) => [`SBA${row}`, ...columns.slice(1).map((_, at) => row * 1000 + at)]);
  const pages = await pagesOf(
    reportFile([section(columns, rows, { totals: [null, ...columns.slice(1).map((_, at) => 90_000 + at)] })]),
  );
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) for (const name of ['SBA0', 'SBA1', 'SBA2']) expect(words(page)).toContain(name);
  for (const page of pages.slice(1)) expect(page).toContain('Further columns');
  const all = words(pages.join(' '));
  for (let at = 0; at < 40; at++) {
    for (const text of [`C${at}`, `2,${String(at).padStart(3, '0')}`, `90,0${String(at).padStart(2, '0')}`]) {
      expect(
        all.filter((word) => word === text),
        text,
      ).toHaveLength(1);
    }
  }
});

test('labels in a drawing are not broken', async () => {
  const points = HINDI.split(' ').map((label, at) => ({ key: String(at), label, value: at + 1 }));
  const how = { language: 'en', timeZone: 'UTC', units: 'metric', currency: 'INR' } as const;
  const drawing = chartSvg({ by: 'vehicle', column: null, points, pointsTotal: points.length }, null, 'Rows', {
    ...how,
    by: 'Vehicle',
  });
  const [page = ''] = await pagesOf(reportFile([section([column('text')], [], { chart: drawing })]));
  for (const { label } of points) expect(words(page)).toContain(label.normalize('NFC'));
});

test('groups precede their rows, with their subtotals', async () => {
  const all = [
    { name: 'SBA 1', rows: 2, totals: [null, 30] },
    { name: 'ZZZ 9', rows: 1, totals: [null, 70] },
  ];
  const rows = [
    ['first', 10],
    ['second', 20],
    ['third', 70],
  ];
  const one = section([column('text'), column('count')], rows, { totals: [null, 100], groups: { by: 'Vehicle', all } });
  const [page = ''] = await pagesOf(reportFile([one], { notes: [], parameters: [] }));
  const found = words(page).filter((word) => /^(SBA|ZZZ|first|second|third|Total|10|20|30|70|100)$/.test(word));
  expect(found).toEqual(['SBA', '30', 'first', '10', 'second', '20', 'ZZZ', '70', 'third', '70', 'Total', '100']);
});

test('a very long word breaks, and nothing leaves the page', async () => {
  const long = 'x'.repeat(200);
  const [page = ''] = await pagesOf(reportFile([section([column('text'), column('count')], [[long, 1]])]));
  expect(page.replaceAll(/\s/g, '')).toContain(long);
});

test('too many rows are refused with a message that names XLSX, before anything is created', async () => {
  const refused = { code: 'conflict', fault: { code: 'pdf-long', params: { most: MAX_PDF_ROWS } } };
  expect(() => requirePdfSize(MAX_PDF_ROWS + 1, 3)).toThrow(AppError);
  const rows = Array.from({ length: MAX_PDF_ROWS + 1 }, () => ['x']);
  const file = reportFile([{ ...section([column('text')], []), rows: inBatches(rows, 500) }]);
  await expect(writtenBy(writePdf, file)).rejects.toMatchObject(refused);
});

test('cancelling ends the process', async () => {
  const { Writable } = await import('node:stream');
  const abort = new AbortController();
  const rows = Array.from({ length: 3000 }, () => ['x']);
  const file = reportFile([{ ...section([column('text')], []), rows: inBatches(rows, 500) }]);
  const to = new Writable({ write: (_piece, _encoding, done) => done() });
  const writing = writePdf(file, to, abort.signal);
  setTimeout(() => abort.abort(), 300);
  const began = performance.now();
  await expect(writing).rejects.toThrow('abort');
  expect(performance.now() - began).toBeLessThan(5000);
});
