import { existsSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { savedKind } from '@milepost/contract/saved-reports';
import { unzipSync } from 'fflate';
import { read, utils } from '@e965/xlsx';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findPerson } from '../store/people/callers.ts';
import { documentFor } from './document.ts';
import { runExport } from './export/run-export.ts';
import { streamReport } from './export/stream-report.ts';
import { addUser } from '../testing/organisations.ts';
import { reportFixture, type ReportFixture, WEEK } from '../testing/report-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

const PASSWORD = 'a password of mine';
let fixture: ReportFixture;
let colleague: TestBrowser;
beforeAll(async () => {
  fixture = await reportFixture();
  // Access to reports, but not to alarms.
  const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
  await addUser(fixture.http.database, { username: 'viewer', password: PASSWORD, organisationId: 1, grants });
  colleague = await fixture.http.signedIn('viewer', PASSWORD);
});
afterAll(() => fixture.http.close());
beforeEach(() => fixture.http.database.query('DELETE FROM saved_reports'));

type Wanted = ParsedInput<Operations['save-saved-report']>;

const THREE: Wanted['sections'] = [
  { kind: 'travel-summary', title: 'Summary', params: {} },
  { kind: 'trips', title: null, params: { columns: ['vehicle', 'start', 'distance'] } },
  { kind: 'alarms', title: null, params: {} },
];

async function save(wanted: Partial<Wanted> = {}) {
  const input = { name: 'Our week', shared: true, params: { ...WEEK }, cover: null, sections: THREE, ...wanted };
  const { report, message } = await fixture.admin.call('save-saved-report', input);
  if (!report) throw new Error(message);
  return report;
}

const fetched = (by: TestBrowser, id: number) =>
  fixture.http.app.inject({
    url: `/downloads/${id}`,
    headers: { cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });

const asUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** The bytes of a person's export. */
async function exported(by: TestBrowser, id: number, format: 'csv' | 'xlsx' | 'html' | 'json', more = {}) {
  const { download, message } = await by.call('export-report', { kind: savedKind(id), format, ...more });
  if (!download) throw new Error(message);
  if (download.state !== 'done') {
    await runExport(fixture.http.services, download.id, {
      signal: new AbortController().signal,
      last: true,
      bell: false,
    });
  }
  const answer = await fetched(by, download.id);
  return { answer, download, bytes: answer.rawPayload };
}

test('a workbook has a sheet for each section, with the rows of the single reports', async () => {
  const { id } = await save();
  const { bytes } = await exported(fixture.admin, id, 'xlsx');
  const workbook = read(bytes, { WTF: true });
  expect(workbook.SheetNames.slice(0, 3)).toEqual(['Summary', 'Trips', 'Alarms and their handling']);
  const trips = await fixture.admin.call('get-report', { kind: 'trips', ...WEEK });
  const sheet = utils.sheet_to_json<unknown[]>(workbook.Sheets['Trips'] ?? {}, { header: 1, blankrows: false });
  // The heading, the rows and the totals.
  expect(sheet).toHaveLength(1 + (trips.total ?? 0) + 1);
  expect(sheet[0]).toHaveLength(3);
});

test('a CSV is a ZIP with a file for each section; JSON and HTML are one file', async () => {
  const { id } = await save({ cover: { title: 'For <Ana>', text: 'Two\nlines', logo: true } });
  const zip = await exported(fixture.admin, id, 'csv');
  expect(zip.answer.headers['content-type']).toBe('application/zip');
  expect(zip.answer.headers['content-disposition']).toContain('.zip');
  expect(Object.keys(unzipSync(zip.bytes))).toEqual([
    '01 Summary.csv',
    '02 Trips.csv',
    '03 Alarms and their handling.csv',
  ]);
  const json: unknown = JSON.parse((await exported(fixture.admin, id, 'json')).bytes.toString());
  expect(json).toMatchObject({ title: 'Our week', sections: [{ title: 'Summary' }, { title: 'Trips' }, {}] });
  const html = (await exported(fixture.admin, id, 'html')).bytes.toString();
  expect(html).toContain('For &lt;Ana&gt;');
  expect(html.match(/<table/g)).toHaveLength(3);
  expect(html.match(/href="#s\d"/g)).toHaveLength(3);
});

test('requested days override the saved ones', async () => {
  const { id } = await save();
  const parameters = async (more = {}) => (await exported(fixture.admin, id, 'json', more)).bytes.toString();
  expect(await parameters()).toContain('27 Mar 2026 – 31 Mar 2026');
  expect(await parameters({ from: '2026-03-28', to: '2026-03-28' })).toContain('"value":"28 Mar 2026"');
});

test('a section that the reader may not see is left out and named; the file is refused to people who may not see all of it', async () => {
  const { id } = await save();
  const { report } = await colleague.call('get-saved-report', { id });
  expect(report).toMatchObject({
    own: false,
    mayEdit: false,
    sections: [{ open: true }, { open: true }, { open: false }],
  });
  const json = (await exported(colleague, id, 'json')).bytes.toString();
  expect(JSON.parse(json)).toMatchObject({
    sections: [{}, { title: 'Trips' }],
    notes: expect.arrayContaining([expect.stringContaining('Alarms')]),
  });
  const { download } = await exported(fixture.admin, id, 'json');
  expect((await fetched(colleague, download.id)).statusCode).toBe(404);
  const list = await colleague.call('get-download-list', {});
  expect(list.rows?.map((row) => row.id)).not.toContain(download.id);
});

/** The first row of a workbook. */
function heads({ bytes }: { bytes: Buffer }) {
  const workbook = read(bytes);
  return utils.sheet_to_json<unknown[]>(workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {}, { header: 1 })[0];
}

test('a column that the reader’s role does not show is in none of their files, and a file with it is refused to them', async () => {
  const { id } = await save({ sections: [{ kind: 'travel-summary', title: null, params: {} }] });
  const whole = await exported(fixture.admin, id, 'xlsx');
  expect(heads(whole)).toContain('Alarms');
  expect(heads(await exported(colleague, id, 'xlsx'))).not.toContain('Alarms');
  expect((await fetched(colleague, whole.download.id)).statusCode).toBe(404);
  const { download } = await fixture.admin.call('export-report', { kind: 'travel-summary', format: 'xlsx', ...WEEK });
  expect((await fetched(colleague, download?.id ?? 0)).statusCode).toBe(404);
  expect((await colleague.call('get-download-list', {})).rows?.map((one) => one.id)).not.toContain(download?.id);
});

test('an unshared one is not found for others, nor are its files', async () => {
  const { id } = await save({ shared: false, sections: THREE.slice(0, 2) });
  expect((await colleague.call('get-saved-report', { id })).status).toBe(404);
  expect((await colleague.call('export-report', { kind: savedKind(id), format: 'csv' })).status).toBe(404);
  const { download } = await exported(fixture.admin, id, 'json');
  expect((await fetched(colleague, download.id)).statusCode).toBe(404);
  expect((await fetched(fixture.admin, download.id)).statusCode).toBe(200);
});

test('a person who only views a shared one cannot change it; two people who edit it do not overwrite each other', async () => {
  const { id, version } = await save();
  const change = { id, name: 'Mine now', shared: true, params: {}, cover: null, sections: THREE.slice(0, 1) };
  expect(await colleague.call('save-saved-report', change)).toMatchObject({ status: 403 });
  expect(await colleague.call('delete-saved-report', { id })).toMatchObject({ status: 403 });
  expect((await save({ id, version, name: 'Once' })).version).toBe(version + 1);
  expect(await fixture.admin.call('save-saved-report', { ...change, version })).toMatchObject({
    status: 409,
    code: 'changed-meanwhile',
  });
});

test('a report that the caller may not see cannot be added to one', async () => {
  const mine = { name: 'Alarms', shared: false, params: {}, cover: null, sections: THREE.slice(2) };
  expect((await colleague.call('save-saved-report', mine)).status).toBe(403);
  const unknown = { ...mine, sections: [{ kind: 'nothing', title: null, params: {} }] };
  expect((await fixture.admin.call('save-saved-report', unknown)).status).toBe(404);
  expect((await fixture.admin.call('save-saved-report', { ...mine, sections: [] })).status).toBe(422);
});

test('while somebody waits, no section is started after a minute', async () => {
  const { database, services } = fixture.http;
  const found = await database.query<{ id: number }>(`SELECT id FROM users WHERE username = 'admin'`);
  const caller = await findPerson(database, found.rows[0]?.id ?? 0);
  if (caller === null) throw new Error('nobody');
  const document = await documentFor(database, caller, savedKind((await save()).id));
  const counted = (withinMs: number) =>
    streamReport(services, caller, { document, params: {}, withinMs }, async ({ sections }) => sections.length);
  expect(await counted(60_000)).toBe(3);
  await expect(counted(0)).rejects.toMatchObject({ code: 'conflict', fault: { code: 'report-too-slow' } });
});

test('deleting can be undone, and both are in the audit log', async () => {
  const { id } = await save();
  await fixture.admin.call('delete-saved-report', { id });
  expect((await fixture.admin.call('get-saved-report', { id })).status).toBe(404);
  expect((await fixture.admin.call('get-saved-report-list', {})).rows).toEqual([]);
  expect((await fixture.admin.call('restore-saved-report', { id })).report?.name).toBe('Our week');
  const { rows } = await fixture.http.database.query<{ action: string; name: string }>(
    `SELECT action, subject_name AS name FROM audit_log WHERE subject = 'saved-report' AND subject_id = $1 ORDER BY id`,
    [String(id)],
  );
  expect(rows.map(({ action }) => action)).toEqual(['create', 'delete', 'restore']);
  expect(rows[0]?.name).toBe('Our week');
});

test('a logo is stored as the pixels of a PNG, whatever was uploaded; an SVG reads no files', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="20">
    <rect width="60" height="20" fill="#2e6fdb"/><image xlink:href="file:///proc/self/environ" width="9" height="9"/></svg>`;
  expect(existsSync('/proc/self/environ')).toBe(true);
  const picture = asUrl(svg);
  const { logo } = await fixture.admin.call('save-organisation-logo', { id: 1, picture });
  const png = Buffer.from(logo ?? '', 'base64');
  const { format, width, height } = await sharp(png).metadata();
  expect([format, (width ?? 0) / (height ?? 1)]).toEqual(['png', 3]);
  const html = (await exported(fixture.admin, (await save()).id, 'html')).bytes.toString();
  expect(html).toContain(`data:image/png;base64,${logo}`);
  await fixture.admin.call('delete-organisation-logo', { id: 1 });
  expect((await fixture.admin.call('get-organisation-logo', { id: 1 })).logo).toBeNull();
});

/** A chunk of a PNG (ISO/IEC 15948, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

/** A square PNG of black pixels, with one bit each. */
function blackPng(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const pixels = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const drawing = (inner: string) =>
  asUrl(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400">${inner}</svg>`);

test('a small SVG that needs a gigabyte, or hours of work, is refused', async () => {
  const black = blackPng(16_000).toString('base64');
  const large = drawing(`<image width="9" height="9" href="data:image/png;base64,${black}"/>`);
  // Each of seven layers contains the one below it ten times.
  const layers = [1, 2, 3, 4, 5, 6, 7].map(
    (layer) => `<g id="l${layer}" opacity=".9">${`<use href="#l${layer - 1}"/>`.repeat(10)}</g>`,
  );
  const slow = drawing(`<defs><rect id="l0" width="1200" height="400"/>${layers.join('')}</defs><use href="#l6"/>`);
  for (const picture of [large, slow]) {
    const answer = await fixture.admin.call('save-organisation-logo', { id: 1, picture });
    expect(answer.status).toBe(422);
  }
}, 60_000);

test.each([
  ['no picture', asUrl('GIF89a')],
  ['a GIF', 'data:image/png;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='],
  ['one of too many pixels', asUrl('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>')],
])('%s is no logo', async (_what, picture) => {
  const answer = await fixture.admin.call('save-organisation-logo', { id: 1, picture });
  expect(answer.status).toBe(422);
});
