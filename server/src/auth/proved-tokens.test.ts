import { expect, test } from 'vitest';
import type { Caller } from '../store/people/callers.ts';
import { ProvedTokens } from './proved-tokens.ts';
import { Turnstile } from './turnstile.ts';

const who: Caller = {
  sessionId: 1,
  token: null,
  userId: 1,
  username: 'one',
  displayName: 'One',
  userType: 'user',
  tenantId: 1,
  roleId: 1,
  priority: 1,
  organisation: 'One',
  language: 'en',
  units: 'metric',
  scope: { organisationId: 1, organisationIds: [1], root: true, limit: null },
  permissions: new Map(),
};

test('a caller authenticated within ten minutes skips a full queue, until the session ends', async () => {
  let now = 1_700_000_000_000;
  const proved = new ProvedTokens(() => now);
  const full = new Turnstile(1, 0);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const inside = full.pass(() => promise);
  const find = (found: Caller | null) => proved.find('token', async () => found, full);

  await expect(find(who)).rejects.toMatchObject({ code: 'too-many' });
  await proved.find('token', async () => who);
  await expect(proved.find('another', async () => who, full)).rejects.toMatchObject({ code: 'too-many' });
  now += 9 * 60_000;
  expect(await find(who)).toBe(who);
  now += 9 * 60_000;
  expect(await find(null)).toBeNull();
  await expect(find(who)).rejects.toMatchObject({ code: 'too-many' });

  await proved.find('token', async () => who);
  now += 11 * 60_000;
  await expect(find(who)).rejects.toMatchObject({ code: 'too-many' });
  resolve(undefined);
  await inside;
});
