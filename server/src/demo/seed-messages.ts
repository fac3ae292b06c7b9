import type { Queryable } from '../store/database.ts';
import { plainText } from '../messages/clean-html.ts';
import { nameKey } from '../store/people/name-key.ts';

/** The sender of messages besides drivers: name and role. */
const OFFICE = ['Valeria Núñez', 'Dispatcher'] as const;
/** The number of drivers with an account: first those who have a run, for whom there is something to show. */
const DRIVERS = 2;

const DRIVER_ROLE = 'Driver';

/**
 * Received messages: sender (the office, or a driver by position), hours ago, whether it was read, subject and text.
 */
const RECEIVED = [
  [
    0,
    3,
    false,
    'Rain this afternoon',
    '<p>Heavy rain from 15:00. Please plan <strong>20 minutes more</strong> for the port.</p>',
  ],
  [
    1,
    20,
    false,
    'Left mirror',
    '<p>The left mirror is loose again. I can drive, but it needs a workshop this week.</p>',
  ],
  [
    0,
    47,
    true,
    'Fuel cards',
    '<p>Two bills of last week have no litres:</p><ul><li>Ancap Centro</li><li>Petrobras Ruta 1</li></ul><p>Can you ask the drivers?</p>',
  ],
  [2, 98, true, 'Holiday in December', '<p>I would take the week of the 14th, if somebody can have my van.</p>'],
  [
    0,
    170,
    true,
    'New customer in Pocitos',
    '<p>From Monday on we deliver there before 9:00. The geofence is drawn.</p>',
  ],
] as const;

const SENT = [30, 'Re: Fuel cards', '<p>I asked them. One bill is here already.</p>'] as const;

/** Messages to the first person of the organisation, from a colleague and from drivers who have an account. */
export async function seedMessages(db: Queryable, organisationId: number): Promise<void> {
  const { rows: firsts } = await db.query<{ id: number }>(
    'SELECT id FROM users WHERE organisation_id = $1 ORDER BY id LIMIT 1',
    [organisationId],
  );
  const [reader] = firsts;
  if (!reader) return;
  const writers = [await addPerson(db, organisationId, ...OFFICE)];
  const { rows: drivers } = await db.query<{ id: number; name: string; groupIds: number[] }>(
    `SELECT id, name, group_ids AS "groupIds" FROM drivers
     WHERE organisation_id = $1 AND group_ids <> '{}' AND user_id IS NULL
     ORDER BY EXISTS (SELECT FROM route_plans p WHERE p.driver_id = drivers.id AND p.deleted_at IS NULL) DESC, id
     LIMIT ${DRIVERS}`,
    [organisationId],
  );
  for (const { id, name, groupIds } of drivers) {
    const userId = await addPerson(db, organisationId, name, DRIVER_ROLE);
    writers.push(userId);
    if (userId === null) continue;
    await db.query('UPDATE users SET limited = true, limit_group_ids = $2 WHERE id = $1', [userId, groupIds]);
    await db.query('UPDATE drivers SET user_id = $2 WHERE id = $1', [id, userId]);
  }
  for (const [place, hours, read, subject, html] of RECEIVED) {
    const from = writers[place] ?? writers[0] ?? null;
    if (from !== null) await send(db, { organisationId, from, to: reader.id, hours, read, subject, html });
  }
  const [hours, subject, html] = SENT;
  const [to] = writers;
  if (to != null) await send(db, { organisationId, from: reader.id, to, hours, read: true, subject, html });
}

/** Adds an account whose password nobody has; null when the name is taken or the role was deleted. */
async function addPerson(db: Queryable, organisationId: number, name: string, role: string): Promise<number | null> {
  const username = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, '.');
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO users (organisation_id, role_id, username, name_key, display_name)
     SELECT $1, id, $3, $4, $5 FROM roles WHERE organisation_id = $1 AND name = $2 ORDER BY id LIMIT 1
     ON CONFLICT (name_key) DO NOTHING RETURNING id`,
    [organisationId, role, username, nameKey(username), name],
  );
  return rows[0]?.id ?? null;
}

interface Sent {
  organisationId: number;
  from: number;
  to: number;
  hours: number;
  read: boolean;
  subject: string;
  html: string;
}

async function send(db: Queryable, { organisationId, from, to, hours, read, subject, html }: Sent): Promise<void> {
  await db.query(
    `WITH made AS (
       INSERT INTO messages (organisation_id, sender_id, subject, html, text, people_ids, sent_at, updated_at)
       SELECT $1, $2, $3, $4, $5, ARRAY[$6::int], at, at FROM (SELECT now() - make_interval(hours => $7) AS at) ago
       RETURNING id, sent_at)
     INSERT INTO message_receipts (message_id, user_id, read_at)
     SELECT id, $6, CASE WHEN $8 THEN sent_at + interval '25 minutes' END FROM made`,
    [organisationId, from, subject, html, plainText(html), to, hours, read],
  );
}
