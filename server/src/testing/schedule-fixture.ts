import type { ParsedInput, OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createMailer, type Mailer } from '../mail/send-mail.ts';
import type { Database } from '../store/database.ts';
import { runSchedule } from '../reports/schedules/run-schedule.ts';
import { takeDueSchedules } from '../store/report-schedules/change-runs.ts';
import { testMailServer, type TestMailServer } from './mail-server.ts';
import { addUser } from './organisations.ts';
import { reportFixture, type ReportFixture } from './report-fixture.ts';

export const PASSWORD = 'a password of mine';
export let fixture: ReportFixture;
export let database: Database;
export let server: TestMailServer;
let mailer: Mailer;
export let viewer: number;
/** The company, its mail server and its mailer for all tests of a file; each test begins without schedules. */
export function useSchedules(): void {
  beforeAll(async () => {
    fixture = await reportFixture();
    ({ database } = fixture.http);
    server = await testMailServer();
    const { blobs } = fixture.http.services.files;
    mailer = createMailer(database, pino({ level: 'silent' }), {
      smtpUrl: server.url,
      from: 'fleet@example.org',
      publicUrl: 'https://fleet.example.org',
      blobs,
    });
    const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
    viewer = await addUser(database, { username: 'viewer', password: PASSWORD, organisationId: 1, grants });
    await database.query(`UPDATE users SET email = username || '@example.org'`);
  });
  afterAll(async () => {
    mailer.close();
    await server.close();
    await fixture.http.close();
  });
  beforeEach(async () => {
    server.messages.length = 0;
    server.refusing = false;
    await database.query('DELETE FROM report_schedules');
    await database.query('DELETE FROM mails');
    await database.query(`UPDATE users SET disabled_at = NULL, limited = false, limit_group_ids = '{}'`);
  });
}

type Wanted = Partial<ParsedInput<Operations['save-report-schedule']>>;
type Schedule = OperationOutput<Operations['get-report-schedule']>['schedule'];

export async function save(wanted: Wanted = {}): Promise<Schedule> {
  const { schedule, message } = await fixture.admin.call('save-report-schedule', {
    kind: 'trips',
    params: {},
    range: 'last-week',
    formats: ['csv'],
    every: 'week',
    weekday: 1,
    time: '07:00',
    timeZone: 'Europe/Madrid',
    addresses: ['boss@example.org'],
    ...wanted,
  });
  if (!schedule) throw new Error(message);
  return schedule;
}
/** Sets the moment since which the schedule has been waiting. */
export const waitsSince = (id: number, at: string) =>
  database.query('UPDATE report_schedules SET next_at = $2 WHERE id = $1', [id, at]);
export async function take(now: string): Promise<number[]> {
  const runs: number[] = [];
  await takeDueSchedules(database, new Date(now), async (_db, { id }) => void runs.push(id));
  return runs;
}
export const services = () => ({
  ...fixture.http.services,
  mailConfigured: true,
  publicUrl: 'https://fleet.example.org',
});
export const work = (id: number, last = false, signal = new AbortController().signal) =>
  runSchedule(services(), id, { signal, last });
export const nextAt = async () => {
  const { rows } = await database.query<{ next: Date }>('SELECT next_at AS next FROM report_schedules');
  return rows[0]?.next.toISOString() ?? '';
};
export async function deliver(): Promise<void> {
  const { rows } = await database.query<{ id: number }>(`SELECT id FROM mails WHERE state = 'waiting' ORDER BY id`);
  for (const { id } of rows) await mailer.send(id, false);
}
export async function history(id: number) {
  return (await fixture.admin.call('get-report-schedule-runs', { id })).rows ?? [];
}
/** The rows of the attached CSV; its bytes are in base64 (RFC 2045, section 6.8). */
export function attached(text: string): string[] {
  const part = text.split(/\n--/).find((one) => one.includes('filename=')) ?? '';
  const body = part.slice(part.indexOf('\n\n') + 2).replaceAll(/\s/g, '');
  return Buffer.from(body, 'base64').toString('utf8').trim().split(/\r?\n/).slice(1);
}

/** Titles of the sections of the attached JSON. */
export function sectionsIn(text: string): string[] {
  const part = text.split(/\n--/).find((one) => one.includes('filename=')) ?? '';
  const body = Buffer.from(part.slice(part.indexOf('\n\n') + 2).replaceAll(/\s/g, ''), 'base64').toString('utf8');
  return [...body.matchAll(/\n\{"title":"([^"]*)"/g)].map(([, title = '']) => title);
}
