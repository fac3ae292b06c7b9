import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ServerStops, TakesTooLong } from '../jobs/define-job.ts';
import { exportReportJob, forgetDownloadsJob } from '../jobs/export-job.ts';
import { runExport } from '../reports/export/run-export.ts';
import { claimDownload, failDeadly, leftDownloads } from '../store/downloads/change-downloads.ts';
import { filesUse, isBlobUsed } from '../store/files/change-files.ts';
import type { HttpFixture } from '../testing/http-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import { requestReport, reportFixture, type ReportFixture, WEEK } from '../testing/report-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

let fixture: ReportFixture;
let http: HttpFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ http } = fixture);
});
afterAll(() => http.close());
beforeEach(() => http.database.query('DELETE FROM downloads'));

const never = () => new AbortController().signal;
const PASSWORD = 'a password of mine';

function call(
  browser: TestBrowser,
  operation: 'export-report' | 'get-download' | 'cancel-download' | 'retry-download',
  input: Record<string, unknown>,
) {
  return browser.call(operation, input);
}

const get = (browser: TestBrowser, id: number, headers: Record<string, string> = {}) =>
  http.app.inject({
    url: `/downloads/${id}`,
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
  });

/** A waiting download, as for a large report, without a job. */
async function waiting(format = 'csv', params: object = WEEK): Promise<number> {
  const { rows } = await http.database.query<{ id: number }>(
    `INSERT INTO downloads (organisation_id, user_id, kind, title, format, params, organisation_ids, kinds)
     SELECT organisation_id, id, 'trips', 'Trips', $1, $2, '{1}', '{trips}' FROM users WHERE username = 'admin' RETURNING id`,
    [format, JSON.stringify(params)],
  );
  return rows[0]?.id ?? 0;
}
const state = async (id: number) => (await call(fixture.admin, 'get-download', { id })).download;
const run = (id: number, more = {}) =>
  runExport(http.services, id, { signal: never(), last: false, bell: true, ...more });

test('a small report is returned with the answer, with the rows and the total of the screen', async () => {
  const shown = await requestReport(fixture.admin, 'trips', WEEK);
  const { download } = await call(fixture.admin, 'export-report', { kind: 'trips', format: 'csv', ...WEEK });
  expect(download).toMatchObject({ state: 'done', rows: shown.total, total: shown.total, own: true, fault: null });
  expect(download?.parameters).toContainEqual({ label: 'Days', value: '27 Mar 2026 – 31 Mar 2026' });
  const file = await get(fixture.admin, download?.id ?? 0);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toContain('.csv');
  const { rows: log } = await fixture.admin.call('get-audit-list', { subject: 'export' });
  expect(log).toMatchObject([
    { username: 'admin', action: 'export', subjectName: 'Trips', after: { report: 'trips', format: 'csv', ...WEEK } },
  ]);
  const [head = [], ...rows] = parseCsv(file.body.slice(1), { delimiter: ',' });
  expect(rows).toHaveLength(shown.total);
  const at = shown.columns.findIndex(({ key }) => key === 'distance');
  const inFile = head.findIndex((label) => String(label).startsWith(shown.columns[at]?.label ?? '?'));
  const sum = rows.reduce((total, row) => total + Number(row[inFile]), 0);
  expect(sum * 1000).toBeCloseTo(Number(shown.totals.cells[at]), 0);
});

test('a column that is requested twice is written once', async () => {
  const columns = ['vehicle', 'distance', 'vehicle', ...Array<string>(90).fill('vehicle')];
  const { download } = await call(fixture.admin, 'export-report', { kind: 'trips', format: 'csv', ...WEEK, columns });
  const [head = []] = parseCsv((await get(fixture.admin, download?.id ?? 0)).body.slice(1), { delimiter: ',' });
  expect(head).toEqual(['Vehicle', expect.stringContaining('Distance')]);
});

test('a person has at most 2,000 files', async () => {
  await http.database.query(
    `INSERT INTO downloads (organisation_id, user_id, kind, title, format, params, organisation_ids, kinds, state)
     SELECT organisation_id, id, 'trips', 'Trips', 'csv', '{}', '{1}', '{trips}', 'cancelled' FROM users, generate_series(1, 2000)
     WHERE username = 'admin'`,
  );
  const refused = await call(fixture.admin, 'export-report', { kind: 'trips', format: 'csv', ...WEEK });
  expect(refused).toMatchObject({ status: 409, code: 'most-kept' });
  const { rowCount } = await http.database.query('SELECT FROM downloads');
  expect(rowCount).toBe(2000);
  // Downloads from schedules do not count as created by the person.
  await http.database.query('UPDATE downloads SET scheduled = true WHERE id = (SELECT min(id) FROM downloads)');
  expect((await call(fixture.admin, 'export-report', { kind: 'trips', format: 'csv', ...WEEK })).status).toBe(200);
});

test('ranges continue an interrupted download', async () => {
  const { download } = await call(fixture.admin, 'export-report', { kind: 'trips', format: 'json', ...WEEK });
  const whole = await get(fixture.admin, download?.id ?? 0);
  const rest = await get(fixture.admin, download?.id ?? 0, { range: 'bytes=10-' });
  expect(rest.statusCode).toBe(206);
  expect(rest.body).toBe(whole.body.slice(10));
});

test('a person whose access was limited gets no file with more; other people get it only if they may see all of it', async () => {
  const { download } = await call(fixture.admin, 'export-report', { kind: 'trips', format: 'csv', ...WEEK });
  const id = download?.id ?? 0;
  const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
  const add = (username: string) => addUser(http.database, { username, password: PASSWORD, organisationId: 1, grants });
  await add('colleague');
  const colleague = await http.signedIn('colleague', PASSWORD);
  expect((await get(colleague, id)).statusCode).toBe(200);
  const userId = await add('narrow');
  const narrow = await http.signedIn('narrow', PASSWORD);
  const own = await call(narrow, 'export-report', { kind: 'trips', format: 'csv', ...WEEK });
  expect((await get(narrow, own.download?.id ?? 0)).statusCode).toBe(200);
  await http.database.query('UPDATE users SET limited = true, limit_group_ids = $2 WHERE id = $1', [
    userId,
    [fixture.ids.north],
  ]);
  expect((await get(narrow, own.download?.id ?? 0)).body).toContain('download-wider');
  expect((await get(narrow, id)).body).toContain('no-download');
  const { rows: list = [] } = await narrow.call('get-download-list', {});
  expect(list.map((one) => one.id)).toEqual([own.download?.id]);
  // The person's new export contains what the person sees now.
  const repeated = await call(narrow, 'export-report', { kind: 'trips', format: 'csv', ...WEEK });
  const file = (await get(narrow, repeated.download?.id ?? 0)).body;
  expect(file).toContain('SBA 1');
  expect(file).not.toContain('ZZZ 9');
});

const idOfTrips = async (browser: TestBrowser, format: string) =>
  (await call(browser, 'export-report', { kind: 'trips', format, ...WEEK })).download?.id ?? 0;

test('a role without geofences sees none in choices of reports, on maps, or in files of others', async () => {
  await http.database.query('UPDATE trips SET end_lat = -34.85 WHERE vehicle_id = $1', [fixture.ids.alone]);
  const grants = { reports: ['view'] } as const;
  await addUser(http.database, { username: 'fenceless', password: PASSWORD, organisationId: 1, grants });
  const fenceless = await http.signedIn('fenceless', PASSWORD);
  expect((await fixture.admin.call('get-report-choices', { filter: 'fences' })).rows).toMatchObject([
    { name: 'Depot' },
  ]);
  expect((await fenceless.call('get-report-choices', { filter: 'fences' })).status).toBe(403);
  const whole = await idOfTrips(fixture.admin, 'html');
  expect((await get(fixture.admin, whole)).body).toContain('>Depot<');
  const own = (await get(fenceless, await idOfTrips(fenceless, 'html'))).body;
  expect(own).toContain('id="edge"');
  expect(own).not.toContain('Depot');
  expect((await get(fenceless, whole)).statusCode).toBe(404);
  expect((await get(fenceless, await idOfTrips(fixture.admin, 'csv'))).statusCode).toBe(200);
});

test('a job creates the file once, notifies, and does nothing the second time', async () => {
  const id = await waiting('xlsx');
  expect(await state(id)).toMatchObject({ state: 'waiting' });
  const attempt = { last: false, signal: never() };
  const context = { ...http.services, mailer: null, publicUrl: null };
  await Promise.all([1, 2].map(() => exportReportJob.work(context, { downloadId: id }, attempt)));
  expect(await state(id)).toMatchObject({ state: 'done' });
  const { rows } = await http.database.query("SELECT title, path FROM notifications WHERE kind = 'download'");
  expect(rows).toEqual([{ title: 'Report “Trips” is ready', path: '/downloads' }]);
  expect((await get(fixture.admin, id)).rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect(await readdir(http.services.files.incoming)).toEqual([]);
});

test('the work of a killed process is taken over after a while, and not before', async () => {
  const id = await waiting();
  const killed = randomUUID();
  expect(await claimDownload(http.database, id, killed)).toBe(true);
  await run(id);
  expect(await state(id)).toMatchObject({ state: 'running' });
  await http.database.query("UPDATE downloads SET touched_at = now() - interval '1 minute'");
  expect(await leftDownloads(http.database)).toEqual([{ id, organisationId: 1, total: null }]);
  await run(id);
  expect(await state(id)).toMatchObject({ state: 'done' });
});

test('a file over which three processes died fails, until it is requested again', async () => {
  const id = await waiting();
  const die = async () => {
    expect(await claimDownload(http.database, id, randomUUID())).toBe(true);
    await http.database.query("UPDATE downloads SET touched_at = now() - interval '1 minute'");
    await failDeadly(http.database);
    return (await state(id))?.state;
  };
  expect([await die(), await die(), await die()]).toEqual(['running', 'running', 'failed']);
  expect(await state(id)).toMatchObject({ fault: { code: 'export-failed' } });
  await call(fixture.admin, 'retry-download', { id });
  expect(await die()).toBe('running');
});

test('a download that the server’s shutdown interrupts stays queued and leaves no partial file, even at its last attempt', async () => {
  const id = await waiting();
  const ended = { signal: AbortSignal.abort(new ServerStops()), last: true };
  await expect(run(id, ended)).rejects.toThrow();
  expect(await state(id)).toMatchObject({ state: 'waiting', fault: null });
  expect(await readdir(http.services.files.incoming)).toEqual([]);
});

test('a file that takes too long fails with a message, and is not retried', async () => {
  const id = await waiting();
  await run(id, { signal: AbortSignal.abort(new TakesTooLong()) });
  expect(await state(id)).toMatchObject({ state: 'failed', fault: { code: 'report-too-slow' } });
  await http.database.query("UPDATE downloads SET touched_at = now() - interval '1 minute'");
  expect(await leftDownloads(http.database)).toEqual([]);
});

test('a cancelled one is not created; retried, it is', async () => {
  const id = await waiting();
  expect((await call(fixture.admin, 'cancel-download', { id })).download).toMatchObject({ state: 'cancelled' });
  await run(id);
  expect(await state(id)).toMatchObject({ state: 'cancelled' });
  expect((await get(fixture.admin, id)).body).toContain('download-unfinished');
  expect((await call(fixture.admin, 'retry-download', { id })).download).toMatchObject({ state: 'waiting' });
  await run(id);
  expect((await call(fixture.admin, 'retry-download', { id })).status).toBe(409);
});

test('a full disk fails it with a message, and leaves no half file', async () => {
  const id = await waiting();
  const { incoming, blobs } = http.services.files;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  http.services.files.blobs = { ...blobs, put: () => Promise.reject(full) };
  await run(id);
  http.services.files.blobs = blobs;
  expect(await state(id)).toMatchObject({ state: 'failed', fault: { code: 'export-disk-full' } });
  expect(await readdir(incoming)).toEqual([]);
});

test("a person with one in progress waits with the next until everybody else's first ones are done", async () => {
  const pdf = { kind: 'trips', format: 'pdf', ...WEEK };
  for (const _ of [1, 2, 3]) await call(fixture.admin, 'export-report', pdf);
  const { rows } = await http.database.query<{ priority: number }>(
    `SELECT j.priority FROM pgboss.job j JOIN downloads d ON d.id = (j.data->>'downloadId')::int
     WHERE j.name = 'export-short-report' ORDER BY d.id`,
  );
  expect(rows.map(({ priority }) => priority)).toEqual([0, -1, -2]);
});

test('a deleted file leaves the disk immediately, unless another file has the same bytes', async () => {
  const twice = { kind: 'trips', format: 'csv', ...WEEK };
  const ids = [
    await call(fixture.admin, 'export-report', twice),
    await call(fixture.admin, 'export-report', twice),
  ].map(({ download }) => download?.id ?? 0);
  const { rows } = await http.database.query<{ hash: string }>("SELECT encode(hash, 'hex') AS hash FROM downloads");
  const [hash = '', same] = rows.map((row) => row.hash);
  expect(same).toBe(hash);
  await fixture.admin.call('delete-download', { id: ids[0] });
  expect(await http.services.files.blobs.has(hash)).toBe(true);
  await fixture.admin.call('delete-download', { id: ids[1] });
  expect(await http.services.files.blobs.has(hash)).toBe(false);
});

test('a file without room is not left on the disk', async () => {
  const { files } = http.services;
  const { quotaBytes } = files;
  const storedHashes = async () => {
    const hashes: string[] = [];
    for await (const { hash } of files.blobs.list()) hashes.push(hash);
    return hashes;
  };
  const before = await storedHashes();
  files.quotaBytes = (await filesUse(http.database, 1)) + 1;
  const refused = await call(fixture.admin, 'export-report', { kind: 'stops', format: 'csv', ...WEEK });
  files.quotaBytes = quotaBytes;
  expect(refused.download).toMatchObject({ state: 'failed', fault: { code: 'files-full' } });
  expect(await storedHashes()).toEqual(before);
});

test('a file that exceeds the remaining room fails with a message, and nothing of it is left', async () => {
  const { files } = http.services;
  const { quotaBytes } = files;
  files.quotaBytes = (await filesUse(http.database, 1)) + 300;
  const refused = await call(fixture.admin, 'export-report', { kind: 'trips', format: 'xlsx', ...WEEK });
  files.quotaBytes = quotaBytes;
  expect(refused.download).toMatchObject({ state: 'failed', sizeBytes: null, fault: { code: 'files-full' } });
  expect(await readdir(files.incoming)).toEqual([]);
});

test('files count towards the quota of the organisation, and expired ones are removed', async () => {
  const { download } = await call(fixture.admin, 'export-report', { kind: 'trips', format: 'csv', ...WEEK });
  expect(await filesUse(http.database, 1)).toBe(download?.sizeBytes);
  const { rows } = await http.database.query<{ hash: string }>("SELECT encode(hash, 'hex') AS hash FROM downloads");
  expect(await isBlobUsed(http.database, rows[0]?.hash ?? '')).toBe(true);
  const { quotaBytes } = http.services.files;
  http.services.files.quotaBytes = 10;
  const refused = await call(fixture.admin, 'export-report', { kind: 'trips', format: 'csv', ...WEEK });
  http.services.files.quotaBytes = quotaBytes;
  expect(refused.download).toMatchObject({ state: 'failed', fault: { code: 'files-full' } });
  await http.database.query("UPDATE downloads SET until = now() - interval '1 second'");
  expect((await get(fixture.admin, download?.id ?? 0)).body).toContain('no-download');
  await forgetDownloadsJob.work({ ...http.services, mailer: null, publicUrl: null }, null, {
    last: false,
    signal: never(),
  });
  expect(await isBlobUsed(http.database, rows[0]?.hash ?? '')).toBe(false);
});
