import { expect, test } from 'vitest';
import type { Caller } from '../auth/caller.ts';
import { Turns } from './turns.ts';

const caller = (sessionId: number): Caller => ({
  sessionId,
  token: null,
  userId: 1,
  username: 'a',
  displayName: 'A',
  userType: 'user',
  roleId: 1,
  priority: 1,
  organisation: 'O',
  scope: { organisationId: 1, organisationIds: [1], root: false },
  permissions: new Map(),
});

test('four calls of a session are worked on, sixty wait, the next is sent away; another session is not held up', async () => {
  const turns = new Turns();
  let under = 0;
  const slow = Promise.withResolvers<void>();
  const work = async () => {
    under++;
    await slow.promise;
    return under--;
  };
  const mine = Array.from({ length: 64 }, () => turns.take(caller(1), work));
  await expect(turns.take(caller(1), work)).rejects.toMatchObject({ code: 'too-many' });
  expect(under).toBe(4);
  expect(await turns.take(caller(2), async () => 'mine')).toBe('mine');
  expect(await turns.take(null, async () => 'nobody')).toBe('nobody');
  slow.resolve();
  await Promise.all(mine);
  expect(under).toBe(0);
  expect(await turns.take(caller(1), async () => 'again')).toBe('again');
});
