import { readFile } from 'node:fs/promises';
import { importSpec, IMPORT_KIND_NAMES, type ImportKind } from '@milepost/contract/import-kinds';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { ROUND_TRIPS } from './harness/round-trips.ts';
import { useRunning } from './harness/running.ts';
import { visit } from './harness/visit.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
});

/** Exports a list of the screens in any language, uploads the file to its import, and tries it. */
async function roundTrip(page: Page, kind: ImportKind, format: string) {
  await visit(page, ROUND_TRIPS[kind].list);
  await page.locator('button[aria-haspopup="menu"]:has(svg.tabler-icon-file-download)').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem').filter({ hasText: format }).click(),
  ]);
  const buffer = await readFile(await download.path());
  await visit(page, `/${importSpec(kind).path}`);
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

const setLanguage = (language: string) =>
  inDatabase(running.server, `UPDATE users SET language = '${language}' WHERE username = 'admin'`);

// English is covered by other tests.
test.each([
  ['hi', 'XLSX'],
  ['ar', 'CSV'],
])('every list exported in %s as %s is imported unchanged', { timeout: 120_000 }, async (language, format) => {
  await setLanguage(language);
  // One window for all lists, because opening one is slow.
  const { page } = await running.openSignedIn('/extra-pages/about');
  for (const kind of IMPORT_KIND_NAMES) {
    const { add, total, fields } = ROUND_TRIPS[kind];
    await add(caller, language);
    const { counts, others, fields: found } = await roundTrip(page, kind, format);
    expect.soft(others, kind).toEqual([]);
    expect.soft(counts, kind).toEqual({ same: await total(caller) });
    // None of the other columns is detected as one of these.
    const known = found.filter((field) => !field.startsWith('own:'));
    expect.soft(known, kind).toEqual(fields.filter((field) => field !== 'own'));
    expect.soft(found.length > known.length, kind).toBe(fields.includes('own'));
  }
});
