import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addTracked, insertAlarm } from '../testing/insert-facts.ts';
import { addUser } from '../testing/organisations.ts';

let fixture: HttpFixture;
let vehicleId: number;
const DAY = { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' };

beforeAll(async () => {
  fixture = await httpFixture();
  const tracked = await addTracked(fixture.database, { registration: 'SBA 1' });
  ({ vehicleId } = tracked);
  await insertAlarm(fixture.database, tracked, { start: '2026-02-01T10:00:00Z', clearedAt: null });
  const grants = { timeline: ['view' as const], history: ['view' as const] };
  await addUser(fixture.database, { username: 'clerk', password: 'pass-word', organisationId: 1, grants });
});
afterAll(() => fixture.close());

test.each([
  ['admin', 1],
  ['clerk', 0],
])('the alarms in the timeline and the history with %s: %i', async (username, count) => {
  const browser = await (username === 'admin' ? fixture.signedIn() : fixture.signedIn(username, 'pass-word'));
  const timeline = await browser.call('get-timeline', DAY);
  expect(timeline.rows?.map(({ alarms }) => alarms.length)).toEqual([count]);
  expect((await browser.call('get-vehicle-facts', { vehicleId, ...DAY })).alarms).toHaveLength(count);
});
