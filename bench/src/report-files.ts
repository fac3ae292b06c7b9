// npm run bench:report-files: a report of a million rows in each unlimited format, from rows generated on the fly.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeCsv } from '@milepost/server/reports/formats/csv';
import { writeJson } from '@milepost/server/reports/formats/json';
import type { FileColumn, ReportFile } from '@milepost/server/reports/formats/report-file';
import { writeXlsx } from '@milepost/server/reports/formats/xlsx';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, format: { type: 'string', default: 'xlsx' } },
});
const FORMATS = { csv: writeCsv, json: writeJson, xlsx: writeXlsx };
const format = values.format === 'csv' || values.format === 'json' ? values.format : 'xlsx';
const most = Math.max(1, Math.floor(Number(values.rows)) || 1_000_000);

/** As in a report of trips. */
const COLUMNS: FileColumn[] = [
  { key: 'vehicle', label: 'Vehicle', kind: 'vehicle' },
  { key: 'driver', label: 'Driver', kind: 'driver' },
  { key: 'start', label: 'Start', kind: 'moment' },
  { key: 'end', label: 'End', kind: 'moment' },
  { key: 'from', label: 'From', kind: 'place' },
  { key: 'to', label: 'To', kind: 'place' },
  { key: 'distance', label: 'Distance', kind: 'distance' },
  { key: 'duration', label: 'Duration', kind: 'duration' },
  { key: 'top', label: 'Top speed', kind: 'speed' },
  { key: 'idle', label: 'Idle', kind: 'share' },
];

const START = Date.UTC(2026, 9, 1);

async function* batches() {
  for (let at = 0; at < most; at += 1000) {
    yield Array.from({ length: Math.min(1000, most - at) }, (_, index) => row(at + index));
  }
}

function row(at: number): (string | number | null)[] {
  const start = START + at * 2000;
  return [
    `SBA ${1000 + (at % 997)}`,
    at % 7 === 0 ? null : `Driver ${at % 311}`,
    new Date(start).toISOString(),
    new Date(start + 900_000).toISOString(),
    `Bulevar General Artigas ${at % 4000}, Montevideo`,
    `Avenida 18 de Julio ${at % 3000}, Montevideo`,
    (at * 37) % 90_000,
    600 + (at % 3600),
    (at * 7) % 110,
    (at % 100) / 100,
  ];
}

const file: ReportFile = {
  title: 'Trips',
  organisation: 'Bench',
  parameters: [],
  asOf: '',
  notes: [],
  language: 'en',
  timeZone: 'America/Montevideo',
  units: 'metric',
  currency: 'UYU',
  logo: null,
  sections: [{ title: 'Trips', columns: COLUMNS, rows: batches(), totals: null, groups: null, chart: null, map: null }],
};

const folder = await mkdtemp(path.join(tmpdir(), 'report-files-'));
try {
  const name = path.join(folder, `report.${format}`);
  const startMb = Math.round(process.resourceUsage().maxRSS / 1024);
  const began = performance.now();
  const { rows } = await FORMATS[format](file, createWriteStream(name), AbortSignal.timeout(600_000));
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    `${JSON.stringify({ format, rows, seconds, startMb, peakMb, fileMb: Math.round((await stat(name)).size / 1e6) })}\n`,
  );
} finally {
  await rm(folder, { recursive: true });
}
