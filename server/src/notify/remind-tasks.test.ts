import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { insertTask, type TaskFields } from '../store/tasks/change-tasks.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { remindTasks } from './remind-tasks.ts';
import type { RemindServices } from './send-reminders.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const logger = pino({ level: 'silent' });
const bus = createMemoryBus(logger);

let db: TestDatabase;
let services: RemindServices;
let company: number;
let ana: number;
let ben: number;
beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  services = { database: db.database, bus, logger, mailConfigured: true, publicUrl: 'https://fleet.example.org' };
  company = await addOrganisation(db.database, 'Company');
  await db.database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [company]);
  ana = await addPerson('ana');
  ben = await addPerson('ben');
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await emptyTables(db.database, 'tasks', 'mails', 'notifications');
});

const addPerson = (username: string, tasks: 'view'[] = ['view']) =>
  addUser(db.database, {
    username,
    password: 'pass-word',
    organisationId: company,
    grants: { tasks },
    email: `${username}@x.org`,
  });
/** Adds a task of Ana, due on the last day of June, known since the first. */
async function addTask(title: string, more: Partial<TaskFields> = {}): Promise<number> {
  const fields = { title, note: null, state: 'open', assigneeId: null, recordKind: null, recordId: null } as const;
  const place = { organisationId: company, vehicleId: null };
  const id = await insertTask(db.database, place, ana, { ...fields, dueOn: '2026-06-30', ...more });
  await db.database.query(`UPDATE tasks SET due_set_at = '2026-06-01' WHERE id = $1`, [id]);
  return id;
}
/** Runs the reminders at this time in India. */
const remindAt = (day: string, time = '07:00') => remindTasks(services, new Date(`${day}T${time}:00+05:30`));
const notices = async () => {
  const { rows } = await db.database.query<{ who: string; title: string }>(
    'SELECT u.username AS who, n.title FROM notifications n JOIN users u ON u.id = n.user_id ORDER BY n.id',
  );
  return rows.map(({ who, title }) => `${who}: ${title}`);
};

test('is sent on its day, once, from seven in the organisation’s zone: to its assignee, else to its author', async () => {
  await addTask('Call the workshop');
  await addTask('Wash it', { assigneeId: ben });
  await addTask('Done', { state: 'done' });
  await addTask('Later', { dueOn: '2026-07-02' });
  await remindAt('2026-06-29', '23:45');
  await remindAt('2026-06-30', '06:45');
  expect(await notices()).toEqual([]);
  await remindAt('2026-06-30');
  await remindAt('2026-06-30', '07:15');
  await remindAt('2026-07-01');
  expect(await notices()).toEqual(['ana: Call the workshop is due today', 'ben: Wash it is due today']);
  const { rows } = await db.database.query<{ recipient: string; text: string }>(
    'SELECT recipient, text FROM mails ORDER BY id',
  );
  expect(rows.map(({ recipient }) => recipient)).toEqual(['ana@x.org', 'ben@x.org']);
  expect(rows[1]?.text).toMatch(/^Hello ben,\n\nWash it is due today\n\n[^]*\/apps\/tasks\?open=\d+\n/);
});

test('when missed while the server was off it is sent late; for another day again; for a past day not', async () => {
  const id = await addTask('Call the workshop');
  await remindAt('2026-07-02');
  expect(await notices()).toEqual(['ana: Call the workshop was due 2 days ago']);
  await db.database.query(`UPDATE tasks SET due_on = '2026-07-05' WHERE id = $1`, [id]);
  await remindAt('2026-07-05');
  expect((await notices()).slice(1)).toEqual(['ana: Call the workshop is due today']);
  await db.database.query(`UPDATE tasks SET due_on = '2026-05-30' WHERE id = $1`, [id]);
  await remindAt('2026-06-05');
  expect(await notices()).toHaveLength(2);
});

test('several tasks are one message; people who may not see tasks any more are not notified', async () => {
  const eve = await addPerson('eve', []);
  await addTask('Of eve', { assigneeId: eve });
  for (const title of ['One', 'Two', 'Three', 'Four']) await addTask(title);
  await remindAt('2026-06-30');
  expect(await notices()).toEqual(['ana: 4 tasks are due or overdue']);
  const { rows } = await db.database.query<{ text: string }>('SELECT text FROM notifications');
  expect(rows[0]?.text).toBe('One is due today; Two is due today; Three is due today; and 1 more');
});
