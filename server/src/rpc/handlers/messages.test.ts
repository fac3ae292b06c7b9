import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addFile } from '../../testing/add-file.ts';
import { httpFixture, type HttpFixture, MAIL } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

/** Ana and Ben belong to North, Cleo to its branch; Dan of North may not read messages; South is a sister company. */
const PEOPLE = ['ana', 'ben', 'cleo', 'dan', 'south'] as const;
type Person = (typeof PEOPLE)[number];
let fixture: HttpFixture;
let ids: Record<Person, number>;
let who: Record<Person, TestBrowser>;
let northId: number;

beforeAll(async () => {
  fixture = await httpFixture({}, { ...MAIL, publicUrl: 'https://fleet.example.org' });
  const { database } = fixture;
  northId = await addOrganisation(database, 'North');
  const branch = await addOrganisation(database, 'Branch', northId);
  const of = {
    ana: northId,
    ben: northId,
    cleo: branch,
    dan: northId,
    south: await addOrganisation(database, 'South'),
  };
  const add = (username: Person) =>
    addUser(database, {
      username,
      password: 'pass-word',
      organisationId: of[username],
      grants: username === 'dan' ? { contacts: ['view'] } : { messages: ['view', 'create'] },
      email: `${username}@x.org`,
    });
  const made = await Promise.all(PEOPLE.map(async (name) => [name, await add(name)] as const));
  ids = { ana: 0, ben: 0, cleo: 0, dan: 0, south: 0, ...Object.fromEntries(made) };
  const browsers = await Promise.all(
    PEOPLE.map(async (name) => [name, await fixture.signedIn(name, 'pass-word')] as const),
  );
  const nobody = fixture.browser();
  who = { ana: nobody, ben: nobody, cleo: nobody, dan: nobody, south: nobody, ...Object.fromEntries(browsers) };
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'messages', 'notifications', 'mails', 'file_links');
});

const send = (from: Person, more: Record<string, unknown>) =>
  who[from].call('send-message', { subject: 'Hello', html: '<p>Text</p>', ...more });
const sent = async (from: Person, more: Record<string, unknown>) => {
  const { id, ...rest } = await send(from, more);
  if (id === undefined) throw new Error(JSON.stringify(rest));
  return id;
};
const box = async (of: Person, name = 'inbox', more: Record<string, unknown> = {}) =>
  ((await who[of].call('get-message-list', { box: name, ...more })).rows ?? []).map(({ subject }) => subject);

test('a message reaches its recipients, notifies them by the bell, and shows who read it when', async () => {
  const id = await sent('ana', { peopleIds: [ids.ben, ids.cleo], html: '<p>To <strong>both</strong></p>' });
  const { rows, unread } = await who.ben.call('get-message-list', {});
  expect(rows).toEqual([
    {
      id,
      subject: 'Hello',
      from: { id: ids.ana, name: 'ana' },
      to: {
        people: [
          { id: ids.ben, name: 'ben' },
          { id: ids.cleo, name: 'cleo' },
        ],
        roles: [],
        groups: [],
        offline: [],
        drivers: false,
        everybody: false,
        below: false,
      },
      at: expect.any(String),
      read: false,
      files: 0,
      begin: 'To both',
    },
  ]);
  expect(unread).toBe(1);
  const bell = async () => (await who.ben.call('get-notification-list', { unreadOnly: true })).rows;
  expect(await bell()).toMatchObject([
    { kind: 'message', title: 'Message from ana', text: 'Hello', path: `email?open=${id}` },
  ]);
  await who.ben.call('read-message', { id });
  expect(await bell()).toEqual([]);
  expect((await who.ana.call('get-message-by-id', { id })).message).toMatchObject({
    html: '<p>To <strong>both</strong></p>',
    counts: { received: 2, read: 1 },
    receipts: [
      { name: 'ben', readAt: expect.any(String) },
      { name: 'cleo', readAt: null },
    ],
  });
  // Only the sender sees who has read the message.
  expect((await who.cleo.call('get-message-by-id', { id })).message).toMatchObject({ counts: null, receipts: [] });
  expect(await box('ana', 'sent')).toEqual(['Hello']);
  await who.ben.call('read-message', { id, read: false });
  expect((await who.ben.call('get-message-list', { unread: true })).total).toBe(1);
});

const readers = async (id: number) => {
  const { rows } = await fixture.database.query<{ username: Person }>(
    'SELECT u.username FROM message_receipts r JOIN users u ON u.id = r.user_id WHERE message_id = $1 ORDER BY 1',
    [id],
  );
  return rows.map(({ username }) => username);
};

describe('recipients', () => {
  test('"everybody" are those of the own organisation, on request also those below; people who may not read get none', async () => {
    expect(await readers(await sent('ana', { everybody: true }))).toEqual(['ben']);
    expect(await readers(await sent('ana', { everybody: true, below: true }))).toEqual(['ben', 'cleo']);
    const { rows } = await fixture.database.query<{ id: number }>('SELECT role_id AS id FROM users WHERE id = $1', [
      ids.cleo,
    ]);
    expect(await readers(await sent('ana', { roleIds: [rows[0]?.id] }))).toEqual(['cleo']);
    expect((await who.ana.call('get-message-choices', {})).people).toEqual([
      { id: ids.ben, name: 'ben' },
      { id: ids.cleo, name: 'cleo' },
    ]);
  });

  test('"all drivers" are those with an account who have not left; a group has its drivers and the people limited to it', async () => {
    const { database } = fixture;
    const { rows } = await database.query<{ id: number }>(
      `INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, 'Vans'), ($1, 'Trucks') RETURNING id`,
      [northId],
    );
    const [vans, trucks] = rows.map(({ id }) => id);
    await database.query(
      `INSERT INTO drivers (organisation_id, name, user_id, group_ids, left_on)
       SELECT u.organisation_id, u.username, u.id, ARRAY[$1::int], CASE WHEN u.username = 'cleo' THEN DATE '2020-01-01' END
       FROM users u WHERE u.username IN ('ben', 'cleo', 'dan', 'south')`,
      [vans],
    );
    await database.query('UPDATE users SET limited = true, limit_group_ids = ARRAY[$2::int] WHERE id = $1', [
      ids.cleo,
      trucks,
    ]);
    expect(await readers(await sent('ana', { drivers: true }))).toEqual(['ben']);
    expect(await readers(await sent('ana', { groupIds: [vans] }))).toEqual(['ben']);
    const id = await sent('ana', { groupIds: [vans, trucks] });
    expect(await readers(id)).toEqual(['ben', 'cleo']);
    expect((await who.ana.call('get-message-by-id', { id })).message?.to).toMatchObject({
      groups: [{ name: 'Trucks' }, { name: 'Vans' }],
      drivers: false,
    });
    expect(await who.ana.call('get-message-choices', { person: 'van' })).toMatchObject({
      groups: [{ id: vans, name: 'Vans' }],
      drivers: true,
    });
    expect(await send('south', { groupIds: [vans] })).toMatchObject({ status: 422 });
    expect(await send('south', { peopleIds: [], groupIds: [vans] })).toMatchObject({ status: 422 });
    expect((await who.south.call('get-message-choices', {})).groups).toEqual([]);
    await database.query('UPDATE users SET limited = false WHERE id = $1', [ids.cleo]);
    await database.query('DELETE FROM drivers');
    await database.query('DELETE FROM vehicle_groups');
  });

  test.each(['dan', 'south', 'admin'])(
    '%s cannot be addressed without permission to read it or outside of the scope',
    async (name) => {
      const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM users WHERE username = $1', [name]);
      const answer = await send('ana', { peopleIds: [ids.ben, rows[0]?.id] });
      expect(answer).toMatchObject({
        status: 422,
        fields: { peopleIds: expect.stringContaining('has no access to messages') },
      });
      expect(await box('ben')).toEqual([]);
    },
  );

  test('without recipient, subject or text it is not sent', async () => {
    expect((await send('ana', {})).fields).toHaveProperty('peopleIds');
    expect((await send('ana', { peopleIds: [ids.ben], subject: ' ' })).fields).toHaveProperty('subject');
    expect((await send('ana', { peopleIds: [ids.ben], html: '<p> </p><script>1</script>' })).fields).toHaveProperty(
      'html',
    );
    expect(await box('ben')).toEqual([]);
  });

  test('a person replies to the organisation above, to which they could not write first', async () => {
    expect((await send('cleo', { peopleIds: [ids.ana] })).status).toBe(422);
    const id = await sent('ana', { peopleIds: [ids.cleo] });
    expect((await send('ben', { peopleIds: [ids.ana], replyToId: id })).status).toBe(404);
    await sent('cleo', { peopleIds: [ids.ana], replyToId: id, subject: 'Re: Hello' });
    expect(await box('ana')).toEqual(['Re: Hello']);
  });
});

test('nobody else reads, marks or deletes a message, and drafts belong to their writer', async () => {
  const id = await sent('ana', { peopleIds: [ids.ben] });
  const draft = (await who.ana.call('keep-message-draft', { peopleIds: [ids.cleo], subject: 'Draft' })).id;
  for (const name of ['cleo', 'south'] as const) {
    for (const one of [id, draft]) {
      expect((await who[name].call('get-message-by-id', { id: one })).status).toBe(404);
      expect((await who[name].call('read-message', { id: one })).status).toBe(404);
      for (const from of ['inbox', 'sent', 'drafts']) {
        expect((await who[name].call('delete-message', { id: one, box: from })).status).toBe(404);
      }
    }
    expect((await who[name].call('keep-message-draft', { id: draft, subject: 'Mine' })).status).toBe(404);
  }
  expect((await who.dan.call('get-message-list', {})).status).toBe(403);
  // A sent message can no longer be changed.
  expect((await who.ana.call('keep-message-draft', { id, subject: 'Changed' })).status).toBe(404);
});

test('a draft reveals nobody whom its writer may not see, nor does the refusal of a reply', async () => {
  const { database } = fixture;
  const { rows } = await database.query<{ id: number }>('SELECT role_id AS id FROM users WHERE id = $1', [ids.south]);
  for (const more of [{ peopleIds: [ids.south] }, { roleIds: rows.map(({ id }) => id) }]) {
    const answer = await who.ana.call('keep-message-draft', { subject: 'Plan', ...more });
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([422, Object.keys(more)]);
    expect((await send('ana', { everybody: true, ...more })).status).toBe(422);
  }
  const above = (await who.cleo.call('keep-message-draft', { peopleIds: [ids.ana] })).status;
  expect([above, await box('ana', 'drafts')]).toEqual([422, []]);
  const hidden = (await who.south.call('keep-message-draft', { subject: 'Secret' })).id;
  for (const person of [ids.south, ids.dan, ids.cleo]) {
    expect((await send('ana', { peopleIds: [person], replyToId: hidden })).status).toBe(404);
  }
});

test('one person reaches ten thousand in an hour, and then gets the time to wait', async () => {
  const id = await sent('ana', { peopleIds: [ids.ben] });
  const { database } = fixture;
  const reach = async (people: number) =>
    void (await database.query(
      `WITH made AS (INSERT INTO messages (organisation_id, sender_id, subject, html, text, sent_at)
         SELECT $1, $2, 'Many', '', '', now() - interval '20 minutes' FROM generate_series(1, $4) RETURNING id)
       INSERT INTO message_receipts (message_id, user_id) SELECT id, $3 FROM made`,
      [northId, ids.ana, ids.ben, people],
    ));
  await reach(9998);
  expect((await send('ana', { peopleIds: [ids.ben, ids.cleo] })).status).toBe(429);
  expect((await send('ana', { peopleIds: [ids.ben] })).status).toBe(200);
  const refused = await who.ana.call('send-message', { subject: 'More', html: 'x', peopleIds: [ids.ben] });
  // 40 minutes, minus the duration of this test so far.
  expect(refused).toMatchObject({ status: 429, message: expect.stringMatching(/ Try again in (?:2400|23\d\d) s\.$/) });
  expect((await send('ben', { peopleIds: [ids.ana] })).status).toBe(200);
  await database.query(`UPDATE messages SET sent_at = now() - interval '61 minutes' WHERE id <> $1`, [id]);
  expect((await send('ana', { peopleIds: [ids.ben] })).status).toBe(200);
});

test('a draft is stored, replaced and sent; deleting a message removes it only from the own box', async () => {
  const { id } = await who.ana.call('keep-message-draft', { subject: 'Plan' });
  await who.ana.call('keep-message-draft', { id, subject: 'Plan', html: '<p>A<script>1</script></p>' });
  expect(await box('ana', 'drafts')).toEqual(['Plan']);
  expect(await sent('ana', { id, subject: 'Plan', peopleIds: [ids.ben] })).toBe(id);
  expect([await box('ana', 'drafts'), await box('ana', 'sent')]).toEqual([[], ['Plan']]);
  await who.ben.call('delete-message', { id });
  expect([await box('ben'), await box('ana', 'sent')]).toEqual([[], ['Plan']]);
  expect((await who.ben.call('get-message-by-id', { id })).status).toBe(404);
  await who.ben.call('restore-message', { id });
  await who.ana.call('delete-message', { id, box: 'sent' });
  expect([await box('ben'), await box('ana', 'sent')]).toEqual([['Plan'], []]);
});

test('messages are found by subject, text and sender', async () => {
  await sent('ana', { peopleIds: [ids.ben], subject: 'Tyres', html: '<p>Ask Élise</p>' });
  await sent('ana', { peopleIds: [ids.ben], subject: 'Fuel' });
  expect(await box('ben', 'inbox', { search: 'elise' })).toEqual(['Tyres']);
  expect(await box('ben', 'inbox', { search: 'ana fuel' })).toEqual(['Fuel']);
  expect(await box('ben', 'inbox', { direction: 'desc' })).toEqual(['Fuel', 'Tyres']);
});

test('a copy is mailed to people with mail notifications, as plain text without formatting', async () => {
  await fixture.database.query('UPDATE users SET notifications = false WHERE id = $1', [ids.cleo]);
  const id = await sent('ana', { peopleIds: [ids.ben, ids.cleo], byMail: true, html: '<p>One</p><p>Two &amp; 3</p>' });
  await fixture.database.query('UPDATE users SET notifications = true WHERE id = $1', [ids.cleo]);
  const { rows } = await fixture.database.query('SELECT recipient, subject, text, state FROM mails');
  expect(rows).toEqual([
    {
      recipient: 'ben@x.org',
      subject: 'Hello',
      state: 'waiting',
      text: [
        'Hello ben,',
        'Message from ana:',
        'One\nTwo & 3',
        `https://fleet.example.org/email?open=${id}`,
        'You receive this because a message was sent to you in Milepost, with a copy by e-mail.',
      ].join('\n\n'),
    },
  ]);
  expect(fixture.events.filter(({ name }) => name === 'mail-waiting')).toHaveLength(1);
});

test('a file of a message is seen by its recipients, also below, and by nobody else', async () => {
  const fileId = await addFile(fixture, { organisationId: northId, userId: ids.ana }, 'plan.txt');
  const id = await sent('ana', { peopleIds: [ids.cleo], html: '', fileIds: [fileId] });
  const files = async (name: Person) =>
    (await who[name].call('get-file-list', { recordKind: 'message', recordId: id })).rows;
  expect(await files('cleo')).toMatchObject([{ id: fileId }]);
  expect(await files('ben')).toBeUndefined();
  const get = async (name: Person) => {
    const cookie = [...who[name].cookies].map((pair) => pair.join('=')).join('; ');
    return (await fixture.app.inject({ url: `/files/${fileId}`, headers: { cookie } })).statusCode;
  };
  expect([await get('cleo'), await get('ben'), await get('south')]).toEqual([200, 404, 404]);
});

test('the audit log states that one was sent and to how many, not its content', async () => {
  const id = await sent('ana', { peopleIds: [ids.ben, ids.cleo], html: '<p>Secret</p>' });
  const { rows } = await fixture.database.query<{ action: string; after: unknown }>(
    `SELECT action, after FROM audit_log WHERE subject = 'message' AND subject_id = $1`,
    [String(id)],
  );
  expect(rows).toEqual([{ action: 'send', after: { subject: 'Hello', recipients: 2, byMail: false } }]);
});
