import { unzipSync } from 'fflate';
import { runExport } from '../reports/export/run-export.ts';
import type { HttpFixture } from './http-fixture.ts';
import type { TestBrowser } from './test-browser.ts';

/** The tables with a row in which a trace of a person is found. */
export async function tablesWithTraces({ database }: HttpFixture, traces: RegExp): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND NOT c.relispartition
       AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: all } = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    if (all.some(({ row }) => traces.test(row))) found.push(name);
  }
  return found;
}

/** Fetches a download, as written by the job if that took longer than the call waits. */
export async function fetchDownload({ app, services }: HttpFixture, browser: TestBrowser, id: number) {
  await runExport(services, id, { signal: new AbortController().signal, last: true, bell: false });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return app.inject({ url: `/downloads/${id}`, headers: { cookie } });
}

/** The entries of a ZIP with personal data by their names, as text. */
export async function fetchPersonalFile(
  fixture: HttpFixture,
  browser: TestBrowser,
  id: number,
): Promise<ReadonlyMap<string, string>> {
  const answer = await fetchDownload(fixture, browser, id);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  const entries = Object.entries(unzipSync(answer.rawPayload));
  return new Map(entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
}

/** The rows of a table in a ZIP with personal data. */
export const rowsIn = (file: ReadonlyMap<string, string>, table: string): Record<string, unknown>[] => {
  const rows: unknown = JSON.parse(file.get(`${table}.json`) ?? '[]');
  return Array.isArray(rows) ? rows : [];
};
