import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { BindMessage, executeBound } from './bind-message.ts';
import { INT2, INT4, INT8, JSON_TEXT, JSONB_TEXT, TIMESTAMP } from './binary-array.ts';

let test: TestDatabase;
let client: Client;
beforeAll(async () => {
  test = await testDatabase();
  client = new Client({ connectionString: test.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await test?.close();
});

const ECHO = {
  name: 'echo',
  text: `SELECT json_build_object('int2', $1::int2[], 'int4', $2::int4[], 'int8', $3::int8[],
                                  'ms', (SELECT json_agg(extract(epoch FROM t) * 1000) FROM unnest($4::timestamptz[]) t),
                                  'json', $5::json[], 'jsonb', $6::jsonb[], 'text', $7::text), NULL`,
};

async function echo(message: BindMessage, numbers: readonly (number | null)[], texts: readonly (string | null)[]) {
  message.begin(ECHO.name, 7);
  for (const type of [INT2, INT4, INT8, TIMESTAMP]) message.numbers(type, numbers, (value) => value);
  for (const type of [JSON_TEXT, JSONB_TEXT]) message.texts(type, texts, (text) => text);
  message.value('plain ä');
  const [sent, empty] = (await executeBound(client, ECHO, message.end())) ?? [];
  expect(empty).toBeNull();
  return JSON.parse(sent ?? '');
}

it('sends clamped numbers, nulls, and texts of any length, in reused memory', async () => {
  const message = new BindMessage();
  const first = await echo(message, [1, -5.6, null, Number.NaN, 1e12, -1e12], ['{"a": "ä€𝄞"}', null, '[]']);
  expect(first).toEqual({
    int2: [1, -6, null, null, 32_767, -32_768],
    int4: [1, -6, null, null, 2_147_483_647, -2_147_483_648],
    int8: [1, -6, null, null, 1e12, -1e12],
    ms: [1, -5.6, null, null, 1e12, -1e12],
    json: [{ a: 'ä€𝄞' }, null, []],
    jsonb: [{ a: 'ä€𝄞' }, null, []],
    text: 'plain ä',
  });
  // Exceeds both the initial size and the retained size of the buffer.
  const long = JSON.stringify('ö'.repeat(2_000_000));
  expect((await echo(message, [], [long, '1'])).jsonb).toEqual([JSON.parse(long), 1]);
  expect(await echo(message, [7], ['2'])).toMatchObject({ int2: [7], ms: [7], json: [2], jsonb: [2], text: 'plain ä' });
});

it('continues after an error in the parameters or in the statement', async () => {
  const message = new BindMessage();
  const divide = { name: 'divide', text: 'SELECT 12 / $1::int4' };
  const by = (value: string) => {
    message.begin(divide.name, 1);
    message.value(value);
    return executeBound(client, divide, message.end());
  };
  await expect(by('0')).rejects.toMatchObject({ code: '22012' });
  await expect(by('three')).rejects.toMatchObject({ code: '22P02' });
  expect(await by('3')).toEqual(['4']);
  message.begin('wrong', 0);
  const wrong = { name: 'wrong', text: 'SELECT nothing_like_this' };
  await expect(executeBound(client, wrong, message.end())).rejects.toMatchObject({ code: '42703' });
  expect(await by('4')).toEqual(['3']);
});

it('refuses to send fewer parameters than announced', () => {
  const message = new BindMessage();
  message.begin('two', 2);
  message.value('1');
  expect(() => message.end()).toThrow('1 of 2');
});

it('fails when the connection is lost', async () => {
  const lost = new Client({ connectionString: test.url });
  lost.on('error', () => undefined);
  await lost.connect();
  const message = new BindMessage();
  message.begin('sleep', 0);
  const sleep = { name: 'sleep', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
  await expect(executeBound(lost, sleep, message.end())).rejects.toThrow();
  await expect(executeBound(lost, sleep, message.end())).rejects.toThrow();
});
