import { FAULTS } from '@milepost/contract/faults';
import { IMPORT_KIND_NAMES, MAX_CELL_LENGTH, MAX_COLUMNS, MAX_IMPORT_LINES } from '@milepost/contract/import-kinds';
import type { ImportDescriptor } from '@milepost/server/imports/import-descriptor';
import { IMPORT_DESCRIPTORS } from '@milepost/server/imports/kinds';
import { parseLine } from '@milepost/server/imports/parse-lines';
import { readInThread } from '@milepost/server/imports/read-in-thread';
import { bestTable } from '@milepost/server/imports/read-table';
import { readSpreadsheet, type Spreadsheet } from '@milepost/server/imports/spreadsheet';
import { unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { mutateBytes, mutateText } from './mutate.ts';
import type { Random } from './random.ts';
import { assertHolds, type Target } from './run-target.ts';

const ROWS = [
  ['Fleet of Monday', null, null, null, null, null, null],
  ['Plate', 'Year', 'Tank (L)', 'Lease ends', 'Tags', 'Odometer', 'IMEI'],
  ['VAN 1', 2021, 82.5, new Date('2027-12-31T00:00:00Z'), 'cold, night', '120.500,5', 358_000_000_000_001],
  ['VAN 2', '٢٠٢١', '1,234', '31/12/2027', '=1+1', 1e300, '#N/A'],
  ['VAN "3"', -1, '12;5', 45_000, 'a\nb', '1\u00a0234', true],
];
const CSV = ROWS.map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(';')).join(
  '\r\n',
);

/** The time that one file may occupy the main thread. */
const MAX_HELD_MS = 250;
/** A thread takes time to start. */
const WORKER_SHARE = 0.02;
/** The limit is for a file of some kilobytes: leaked memory would accumulate over the steps. */
const MAX_HEAP = 600_000_000;

type Maker = (random: Random) => Uint8Array;

/** CSV, a workbook with mutated bytes, and one with mutated parts, correctly compressed. */
function makersOf(workbook: Uint8Array): Maker[] {
  const parts = Object.entries(unzipSync(workbook));
  return [
    (random) => new TextEncoder().encode(mutateText(random, mutateText(random, CSV))),
    (random) => mutateBytes(random, new TextEncoder().encode(CSV)),
    (random) => mutateBytes(random, workbook),
    (random) => {
      const [chosen] = random.pick(parts);
      const changed = parts.map(([name, bytes]) => {
        if (name !== chosen) return [name, bytes] as const;
        return [name, new TextEncoder().encode(mutateText(random, new TextDecoder().decode(bytes)))] as const;
      });
      return zipSync(Object.fromEntries(changed), { level: 1 });
    },
  ];
}

/** Checks for a fault with a message, or texts within bounds, which every kind of record can process. */
function check(read: Spreadsheet): void {
  if ('fault' in read) return assertHolds(Object.hasOwn(FAULTS, read.fault.code), `no such fault: ${read.fault.code}`);
  for (const { rows } of read.sheets) {
    assertHolds(rows.length <= MAX_IMPORT_LINES + 1, 'too many lines');
    assertHolds(
      rows.every(({ line }, index) => line > (rows[index - 1]?.line ?? 0)),
      'lines are out of order',
    );
    for (const { cells } of rows) {
      assertHolds(cells.length <= MAX_COLUMNS, 'too many columns');
      assertHolds(
        cells.every((cell) => typeof cell === 'string' && cell.length <= MAX_CELL_LENGTH),
        'a cell that is no text',
      );
    }
  }
  for (const kind of IMPORT_KIND_NAMES) {
    const descriptor: ImportDescriptor = IMPORT_DESCRIPTORS[kind];
    const { headings, columns, rows } = bestTable(read.sheets, descriptor.fields);
    for (const row of rows) parseLine({ kind, headings, columns, leaveOut: true }, descriptor, row);
  }
}

/** The spreadsheets that people import, as the server reads them. */
export async function spreadsheetsTarget(): Promise<Target> {
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['Nothing']] },
      { name: 'Fleet', rows: ROWS, merges: [{ startRow: 2, startCol: 1, endRow: 4, endCol: 1 }] },
    ],
  });
  const makers = makersOf(workbook);
  return {
    async step(random, note) {
      const bytes = random.pick(makers)(random);
      note({ base64: Buffer.from(bytes).toString('base64') });
      if (random.chance(WORKER_SHARE)) {
        // CPU time of this thread, not wall-clock time: others may use the processor.
        const before = process.threadCpuUsage();
        const read = await readInThread(bytes, IMPORT_DESCRIPTORS.vehicle.fields);
        const { user, system } = process.threadCpuUsage(before);
        assertHolds(
          (user + system) / 1000 < MAX_HELD_MS,
          `held this thread for ${Math.round((user + system) / 1000)} ms`,
        );
        assertHolds('fault' in read || read.tables.every(({ parts }) => parts.length > 0), 'neither lines nor a fault');
      } else check(await readSpreadsheet(bytes));
      assertHolds(process.memoryUsage().heapUsed < MAX_HEAP, 'too much memory is left behind');
    },
    stop: () => Promise.resolve(),
  };
}
