import { Agent, request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type PhoneAnswer, reportByPhone } from '../testing/phone.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';

/** A prober in the network of a fleet who measures the cost of requests to the server. */
let test: TestDatabase;
let gateway: TestGateway;
/** A fixed clock, so that no probe is forgiven in between. */
const now = Date.now();
const closers: (() => unknown)[] = [];
const KNOWN = 'a-known-phone';
const UNKNOWN = 'nobodys-phone';

beforeAll(async () => {
  test = await testDatabase();
  await addDevice(test.database, KNOWN);
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await gateway.close();
});
afterAll(() => test?.close());

const port = () => gateway.ports.get('osmand/http') ?? 0;
const report = (id: string, more: { query?: string; agent?: Agent } = {}) =>
  reportByPhone({ port: port(), id, ...more });

/** Opens a gateway on whose only network a known phone reported and somebody has been probing since. */
async function openProbedGateway(limits: Parameters<typeof testGateway>[1] = {}): Promise<void> {
  gateway = await testGateway(test, { ...limits, now: () => now });
  expect((await report(KNOWN)).status).toBe(200);
  for (let index = 0; index < 12; index++) await report(`guess-${index}`);
}

let seconds = 1_700_000_000;
/** Sends `count` new positions in one body. */
function post(id: string, count: number, path = '/'): Promise<{ status: number; text: string }> {
  const location = Array.from({ length: count }, () => ({
    timestamp: ++seconds,
    coords: { latitude: -34.9, longitude: -56.16 },
  }));
  const body = JSON.stringify({ device_id: id, location });
  return new Promise((resolve) => {
    const sent = request({ port: port(), host: '127.0.0.1', path, method: 'POST', agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body);
  });
}

it('answers without checking whether it is stored yet', async () => {
  await openProbedGateway();
  const writer = await test.database.connect();
  try {
    // Blocks all storing meanwhile.
    await writer.query('BEGIN; LOCK TABLE device_states IN ACCESS EXCLUSIVE MODE');
    const answers = await Promise.all([KNOWN, UNKNOWN].map((id) => post(id, 500)));
    expect(answers[0]?.status).toBe(503);
    expect(answers[0]).toEqual(answers[1]);
  } finally {
    await writer.query('ROLLBACK');
    writer.release();
  }
  await expect
    .poll(async () => {
      const { rows } = await test.database.query('SELECT count(*)::int AS n FROM positions WHERE fix_time < $1', [
        new Date(1_750_000_000_000),
      ]);
      return rows;
    })
    .toEqual([{ n: 500 }]);
});

it('allows no identity so many positions that others notice which ones are stored', async () => {
  // A burst of twenty is allowed.
  await openProbedGateway({ maxFramesPerSecond: 2 });
  const known = [await post(KNOWN, 15), await post(KNOWN, 15)];
  expect(known.map(({ status }) => status)).toEqual([503, 429]);
  expect([await post(UNKNOWN, 15), await post(UNKNOWN, 15)]).toEqual(known);
});

/** All distinct replies to a phone that sends more than its network may. */
async function repliesTo(id: string): Promise<Set<string>> {
  await openProbedGateway({ maxFramesPerSecond: 5000 });
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  closers.push(() => agent.destroy());
  // More than the network may send, after which connections close after each reply.
  const query = `&note=${'a'.repeat(1900)}`;
  const answers: PhoneAnswer[] = [];
  const work = async () => {
    for (let index = 0; index < 9; index++) answers.push(await report(id, { agent, query }));
  };
  await Promise.all(Array.from({ length: 100 }, work));
  return new Set([...answers.map(({ text }) => text), (await report('one-more', { agent })).text]);
}

it('counts reports of known phones against their network like probes', async () => {
  const known = await repliesTo(KNOWN);
  await gateway.close();
  expect(await repliesTo(UNKNOWN)).toEqual(known);
  expect([...known].some((text) => text.includes('"connection":"close"'))).toBe(true);
}, 30_000);
