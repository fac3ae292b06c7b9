import { readFile } from 'node:fs/promises';
import { importSpec, IMPORT_KIND_NAMES, type ImportKind } from '@milepost/contract/import-kinds';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { ROUND_TRIPS } from './harness/round-trips.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
});

/** Exports a list of the screens, in whatever language, sends the file to its import, and tries it. */
async function roundTrip(kind: ImportKind, format: string) {
  const { page } = await running.openSignedIn(ROUND_TRIPS[kind].list);
  await page.locator('button[aria-haspopup="menu"]:has(svg.tabler-icon-file-download)').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem').filter({ hasText: format }).click(),
  ]);
  const buffer = await readFile(await download.path());
  await page.goto(`${running.server.address}/${importSpec(kind).path}`);
  await page.locator('input[type=file]').setInputFiles({ name: download.suggestedFilename(), mimeType: '', buffer });
  await page.waitForURL(/import=\d+/);
  const id = Number(new URL(page.url()).searchParams.get('import'));
  const { import: opened } = await caller.ask('get-import', { id });
  const columns = opened.columns.map(({ field, days }) => ({ field, days }));
  const { import: tried } = await caller.ask('check-import', { id, columns, mode: 'update', create: false });
  const { rows } = await caller.ask('get-import-lines', { id, states: ['fault', 'update', 'create'] });
  const others = rows.map(({ line, state, faults }) => [line, state, ...faults]);
  return { counts: tried.counts, others, fields: columns.flatMap(({ field }) => field ?? []) };
}

const speak = (spoken: string) =>
  inDatabase(running.server, `UPDATE users SET language = '${spoken}' WHERE username = 'admin'`);

describe.each(IMPORT_KIND_NAMES)('the list of each %s', (kind) => {
  test.each([
    ['en', 'CSV'],
    ['hi', 'XLSX'],
    ['ar', 'CSV'],
  ])('exported in %s as %s imports again unchanged', async (language, format) => {
    const { add, total, fields } = ROUND_TRIPS[kind];
    await add(caller, language);
    await speak(language);
    try {
      const { counts, others, fields: found } = await roundTrip(kind, format);
      expect(others).toEqual([]);
      expect(counts).toEqual({ same: await total(caller) });
      // Of the other columns none is taken for one of these.
      expect(found.filter((field) => !field.startsWith('own:'))).toEqual(fields.filter((field) => field !== 'own'));
      expect(found.some((field) => field.startsWith('own:'))).toBe(fields.includes('own'));
    } finally {
      await speak('en');
    }
  });
});
