import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../database/free-port.ts';
import { createPool } from '../database/pool.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await httpFixture();
});
afterAll(() => fixture?.close());

test('while the database is away, nobody is told that their session is over', async () => {
  const browser = await fixture.signedIn();
  const { services } = fixture;
  const [database, vital] = [services.database, services.vital];
  const away = createPool(`postgres://nobody@127.0.0.1:${await freePort()}/none`, pino({ level: 'silent' }));
  Object.assign(services, { database: away, vital: away });
  for (const [route, csrf] of [
    ['session-check', 'session'],
    ['get-csrf-token', 'none'],
  ] as const) {
    const reply = await browser.post({ body: { route, url_name: '/' }, headers: browser.headers(csrf) });
    // No body status: of those, any but 200 ends the session in the browser.
    expect([route, reply.statusCode, reply.body]).toEqual([route, 503, 'The database is away.']);
  }
  Object.assign(services, { database, vital });
  expect(await browser.call('session-check', { url_name: '/' })).toMatchObject({ status: 200 });
  await away.end();
});
