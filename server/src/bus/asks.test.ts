import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { createAsks } from './asks.ts';
import { channelOf, createNotifyBus, type NotifyBus } from './notify-bus.ts';

const logger = pino({ level: 'silent' });
const key = randomBytes(32);

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.close());

const open: NotifyBus[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.stop()));
});

/** The questions of a process that knows these others. */
async function oneProcess(process: string, others: readonly string[]) {
  const bus = await createNotifyBus({ url: db.url, key, logger, onGap: () => {} });
  open.push(bus);
  return createAsks({ bus, process, others: async () => new Set(others), logger, withinMs: 3000 });
}

test('every process answers, an answer of any length arrives whole, and its own is the first', async () => {
  const [one, two, three] = [
    await oneProcess('one', ['two', 'three']),
    await oneProcess('two', ['one', 'three']),
    await oneProcess('three', ['one', 'two']),
  ];
  // Random text does not become shorter.
  const version = randomBytes(150_000).toString('hex');
  one.answer('process', () => ({ version: '1', memoryBytes: 1 }));
  two.answer('process', async () => ({ version, memoryBytes: 2 }));
  three.answer('process', () => ({ version: '', memoryBytes: 3 }));
  const [own, ...others] = await one.ask('process', {});
  expect(own).toEqual({ process: 'one', output: { version: '1', memoryBytes: 1 } });
  expect(others.toSorted((a, b) => a.output.memoryBytes - b.output.memoryBytes)).toEqual([
    { process: 'two', output: { version, memoryBytes: 2 } },
    { process: 'three', output: { version: '', memoryBytes: 3 } },
  ]);
});

test('an input arrives, and null is an answer', async () => {
  const [one, two] = [await oneProcess('one', ['two']), await oneProcess('two', [])];
  two.answer('proposal', ({ userId }) => (userId === 7 ? null : userId));
  expect(await one.ask('proposal', { userId: 7 })).toEqual([{ process: 'two', output: null }]);
  expect(await one.ask('proposal', { userId: 8 })).toEqual([{ process: 'two', output: 8 }]);
});

test('one that does not answer, that fails or that is unknown takes nothing from the others', async () => {
  const [one, two, failing, unknown] = [
    await oneProcess('one', ['two', 'failing', 'silent']),
    await oneProcess('two', []),
    await oneProcess('failing', []),
    await oneProcess('unknown', []),
  ];
  two.answer('proposal', () => 2);
  unknown.answer('proposal', () => 4);
  failing.answer('proposal', () => {
    throw new Error('no');
  });
  expect(await one.ask('proposal', { userId: 1 })).toEqual([{ process: 'two', output: 2 }]);
});

test('a user of the database without the key can neither ask nor answer for a process', async () => {
  const [one, two] = [await oneProcess('one', ['two']), await oneProcess('two', [])];
  const requestedBy: number[] = [];
  const forged = Promise.withResolvers<void>();
  two.answer('proposal', async ({ userId }) => {
    requestedBy.push(userId);
    await forged.promise;
    return 2;
  });
  const client = new Client({ connectionString: db.url });
  await client.connect();
  const notify = (tag: string, events: unknown) =>
    client.query('SELECT pg_notify($1, $2)', [channelOf(key), tag + JSON.stringify({ from: 'x', events })]);
  const received: string[] = [];
  client.on('notification', ({ payload }) => received.push(payload ?? ''));
  await client.query(`LISTEN ${channelOf(key)}`);
  const answers = one.ask('proposal', { userId: 7 });
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  const tag = received[0]?.slice(0, 43) ?? '';
  const id = /"id":"([^"]+)"/.exec(received[0] ?? '')?.[1];
  const text = deflateRawSync('99').toString('base64');
  for (const begin of ['', tag]) {
    await notify(begin, [['answered', { id, process: 'two', part: 0, of: 1, text }]]);
    await notify(begin, [['question', { id: 'forged', question: 'proposal', input: { userId: 8 } }]]);
  }
  forged.resolve();
  expect(await answers).toEqual([{ process: 'two', output: 2 }]);
  expect(requestedBy).toEqual([7]);
  await client.end();
});
