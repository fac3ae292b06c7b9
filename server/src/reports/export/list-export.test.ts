import { LIST_MENUS } from '@milepost/contract/menus';
import type { MenuKey } from '@milepost/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addUser } from '../../testing/organisations.ts';
import { reportFixture, type ReportFixture } from '../../testing/report-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { REPORT_KINDS, REPORTS } from '../all-reports.ts';
import type { Report } from '../report.ts';

/**
 * A person who may see a list may export it, without access to reports and without the menus of the report with the
 * same rows.
 */
let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  for (const menu of LIST_MENUS) {
    const grants: Partial<Record<MenuKey, ['view']>> = { [menu]: ['view'] };
    await addUser(fixture.http.database, { username: menu, password: 'pass-word', organisationId: 1, grants });
  }
});
afterAll(() => fixture.http.close());

const listsOf = (kind: (typeof REPORT_KINDS)[number]) => {
  const report: Report = REPORTS[kind];
  return report.lists ?? [];
};

const File = z.object({ sections: z.array(z.object({ rows: z.array(z.record(z.string(), z.unknown())) })) });

const fetchFile = ({ cookies }: TestBrowser, id: number) => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fixture.http.app.inject({ url: `/downloads/${id}`, headers: { cookie } });
};

test('every menu with lists has a report with its rows', () => {
  expect(new Set(REPORT_KINDS.flatMap(listsOf))).toEqual(new Set(LIST_MENUS));
});

test.each(LIST_MENUS)('a role with only %s exports its lists and nothing else', async (menu) => {
  const browser = await fixture.http.signedIn(menu, 'pass-word');
  for (const kind of REPORT_KINDS) {
    const { status, download } = await browser.call('export-report', { kind, format: 'json', range: 'last-30' });
    expect(status, kind).toBe(listsOf(kind).includes(menu) ? 200 : 403);
    if (download) expect((await fetchFile(browser, download.id)).statusCode, kind).toBe(200);
  }
  expect((await browser.call('get-reports', {})).status).toBe(403);
  expect((await browser.call('get-report', { kind: 'alarms' })).status).toBe(403);
});

/** Exports silent devices with some columns that are not in the dashboard's list. */
const silentOf = async (browser: TestBrowser) => {
  const { download } = await browser.call('export-report', {
    kind: 'silent-devices',
    format: 'json',
    columns: ['vehicle', 'device', 'place', 'sim', 'status', 'heard'],
  });
  return File.parse((await fetchFile(browser, download?.id ?? 0)).json()).sections[0]?.rows ?? [];
};

test('a file has the rows of its list, and no columns of menus without permission', async () => {
  const [all, seen] = [
    await silentOf(fixture.admin),
    await silentOf(await fixture.http.signedIn('dashboard', 'pass-word')),
  ];
  expect(all.length).toBeGreaterThan(0);
  expect(Object.keys(all[0] ?? {})).toEqual(['vehicle', 'device', 'place', 'sim', 'status', 'heard']);
  expect(seen).toEqual(all.map(({ vehicle, device, heard }) => ({ vehicle, device, heard })));
});

test('files of others with more than its list are not found', async () => {
  const admin = async (kind: string) =>
    (await fixture.admin.call('export-report', { kind, format: 'json', range: 'last-30' })).download?.id ?? 0;
  const [alarms, trips] = [await admin('alarms'), await admin('trips')];
  const browser = await fixture.http.signedIn('alarms', 'pass-word');
  expect((await fetchFile(browser, alarms)).statusCode).toBe(200);
  expect((await fetchFile(browser, trips)).statusCode).toBe(404);
  const { rows } = await browser.call('get-download-list', { pageSize: 100 });
  expect(rows?.map(({ kind }) => kind)).not.toContain('trips');
});

test('a role that loses its list loses the file', async () => {
  const browser = await fixture.http.signedIn('audit-log', 'pass-word');
  const { download } = await browser.call('export-report', { kind: 'audit', format: 'json' });
  await fixture.http.database.query(
    `UPDATE role_permissions SET can_view = false
     WHERE role_id = (SELECT role_id FROM users WHERE username = 'audit-log')`,
  );
  expect((await fetchFile(browser, download?.id ?? 0)).statusCode).toBe(403);
  expect((await browser.call('get-download-list', {})).status).toBe(403);
});
