import { createWriteStream, existsSync } from 'node:fs';
import { Writable } from 'node:stream';
import { unzipSync } from 'fflate';
import { parseCsv } from 'hucre/csv';
import { expect, test } from 'vitest';
import { reportFile, section, writtenBy } from '../../testing/report-file.ts';
import { writeCsv, writeCsvZip } from './csv.ts';
import { writeHtml } from './html.ts';
import { writeJson } from './json.ts';
import type { FileColumn, ReportFile } from './report-file.ts';

const column = (kind: FileColumn['kind'], label: string = kind): FileColumn => ({ key: kind, label, kind });
const csv = async (file: ReportFile) => (await writtenBy(writeCsv, file)).bytes.toString();

const columns = [
  column('vehicle'),
  column('moment'),
  column('distance'),
  column('duration'),
  column('money'),
  column('day'),
];
const rows = [
  ['SBA 1, "north"', '2026-11-03T03:00:01.000Z', 12_345, 90, 123_456, '2026-11-03'],
  ['वाहन', null, null, 0, -5, null],
];

test('CSV: UTF-8 with its mark, units and zone in the head, times with their offset, unknown values empty', async () => {
  const file = reportFile([section(columns, rows, { totals: ['x', null, 1, 1, 1, null] })]);
  expect(await csv(file)).toBe(
    '\uFEFFvehicle,moment (America/Montevideo),distance (km),duration (s),money (INR),day\r\n' +
      '"SBA 1, ""north""",2026-11-03T00:00:01-03:00,12.345,90,1234.56,2026-11-03\r\n' +
      'वाहन,,,0,-0.05,\r\n',
  );
});

test('CSV: a speed has no digits of its binary form', async () => {
  // 77.9 km/h as PostgreSQL returns it from a column of single precision.
  const file = reportFile([section([column('speed')], [[77.9000015258789], [30.930661258472544]])]);
  expect((await csv(file)).split('\r\n').slice(1, 3)).toEqual(['77.9', '30.931']);
});

test('CSV of several sections: a ZIP with a file for each, under names that every system accepts', async () => {
  const one = section([column('count')], [[1]]);
  const file = reportFile([one, section([column('count')], [], { title: 'Stops: all/none?' })]);
  const entries = unzipSync((await writtenBy(writeCsvZip, file)).bytes);
  const texts = Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  expect(texts).toEqual([
    ['01 Trips.csv', '\uFEFFcount\r\n1\r\n'],
    ['02 Stops all none.csv', '\uFEFFcount\r\n'],
  ]);
});

test('CSV: subtotals of groups follow the rows as a section of their own, with the total', async () => {
  const groups = {
    by: 'Vehicle',
    all: [
      { name: 'SBA 1', rows: 2, totals: [null, 3] },
      { name: '=ZZZ', rows: 1, totals: [null, 5] },
    ],
  };
  const cells = [
    ['SBA 1', 1],
    ['SBA 1', 2],
    ['=ZZZ', 5],
  ];
  const one = section([column('vehicle'), column('count')], cells, { totals: [null, 8], groups });
  const { bytes, rows: written } = await writtenBy(writeCsv, reportFile([one]));
  expect(bytes.toString()).toBe(
    "\uFEFFvehicle,count\r\nSBA 1,1\r\nSBA 1,2\r\n'=ZZZ,5\r\n\r\nVehicle,Rows,count\r\nSBA 1,2,3\r\n'=ZZZ,1,5\r\n",
  );
  expect(written).toBe(3);
});

test('HTML: a group precedes its rows, with its subtotals', async () => {
  const groups = {
    by: 'Day',
    all: [
      { name: '3 Nov', rows: 2, totals: [null, 3] },
      { name: '4 Nov', rows: 1, totals: [null, 5] },
    ],
  };
  const cells = [
    ['a', 1],
    ['b', 2],
    ['c', 5],
  ];
  const one = section([column('vehicle'), column('count')], cells, { totals: [null, 8], groups });
  const { bytes, rows: written } = await writtenBy(writeHtml, reportFile([one]));
  const texts = [...bytes.toString().matchAll(/<t[dh] [^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts).toEqual([
    'vehicle',
    'count',
    '3 Nov · 2 rows',
    '3',
    'a',
    '1',
    'b',
    '2',
    '4 Nov · 1 row',
    '5',
    'c',
    '5',
    'Total',
    '8',
  ]);
  expect(written).toBe(3);
});

test('HTML: the chart and then the map are drawings above the rows', async () => {
  const one = section([column('count')], [[7]], {
    chart: { title: 'By day & hour', svg: '<svg id="chart"></svg>' },
    map: { svg: '<svg id="map"></svg>' },
  });
  const { bytes } = await writtenBy(writeHtml, reportFile([one]));
  const found = [...bytes.toString().matchAll(/By day &amp; hour|<svg id="\w+"><\/svg>|<table|<td[^>]*>7/g)];
  expect(found.map(([text]) => text.replace(/<td.*>/, ''))).toEqual([
    'By day &amp; hour',
    '<svg id="chart"></svg>',
    '<svg id="map"></svg>',
    '<table',
    '7',
  ]);
});

test('HTML: a first column with a total of its own labels it as the total', async () => {
  const one = section([column('distance'), column('count')], [[1000, 1]], { totals: [1000, 1] });
  const { bytes } = await writtenBy(writeHtml, reportFile([one]));
  const foot = /<tfoot>(.*)<\/tfoot>/s.exec(bytes.toString())?.[1] ?? '';
  expect([...foot.matchAll(/<th[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(['Total: 1.0', '1']);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a;=1+1', 'a\t@x', '＝1+1', '＋1', '－1', '＠x', 'a;＝1'])(
  'CSV: %j is no formula',
  async (text) => {
    const file = reportFile([section([column('text', text)], [[text]])]);
    const cells = parseCsv((await csv(file)).slice(1), { delimiter: ',' }).flat();
    for (const cell of cells) {
      expect(String(cell)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
      expect(String(cell)).not.toMatch(/[;\t]\s*[=+\-@＝＋－＠]/);
    }
    // Still readable, with an apostrophe.
    expect(String(cells[0]).replaceAll("'", '')).toBe(text);
  },
);

test('CSV: a phone number stays as it is', async () => {
  const file = reportFile([section([column('text', 'Phone')], [['+598 99 123 456'], ['+1-555-0100']])]);
  const cells = parseCsv((await csv(file)).slice(1), { delimiter: ',' }).flat();
  expect(cells.slice(1)).toEqual(['+598 99 123 456', "'+1-555-0100"]);
});

test('JSON: cells as stored, by the keys of the columns, with kinds and units', async () => {
  const file = reportFile([
    section(columns, rows, { totals: [null, null, 12_345, 90, 123_451, null] }),
    section([], []),
  ]);
  const { bytes, rows: count } = await writtenBy(writeJson, file);
  expect(count).toBe(2);
  expect(JSON.parse(bytes.toString())).toMatchObject({
    title: 'Trips',
    timeZone: 'America/Montevideo',
    parameters: [{ label: 'Range', value: '1 to 7 November 2026' }],
    sections: [
      {
        columns: expect.arrayContaining([{ key: 'distance', label: 'distance', kind: 'distance', unit: 'm' }]),
        rows: [
          { vehicle: 'SBA 1, "north"', moment: '2026-11-03T03:00:01.000Z', distance: 12_345, money: 123_456 },
          { vehicle: 'वाहन', moment: null, distance: null, day: null },
        ],
        totals: { distance: 12_345, duration: 90, moment: null },
      },
      { rows: [], totals: null },
    ],
  });
});

test.each([writeCsv, writeJson])('a cancelled file ends immediately', async (write) => {
  const abort = new AbortController();
  async function* endless() {
    for (let at = 0; ; at++) {
      if (at === 3) abort.abort();
      yield [['a']];
    }
  }
  const file = reportFile([{ ...section([column('text')], []), rows: endless() }]);
  const to = new Writable({ write: (_piece, _encoding, done) => done() });
  await expect(write(file, to, abort.signal)).rejects.toThrow('abort');
});

// Linux's device that is always full.
test.runIf(existsSync('/dev/full'))('a full disk is reported as such', async () => {
  const many = Array.from({ length: 10_000 }, () => ['a'.repeat(100)]);
  const writing = writeCsv(
    reportFile([section([column('text')], many)]),
    createWriteStream('/dev/full'),
    new AbortController().signal,
  );
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' });
});
