import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../auth/sign-in.ts';
import { addUser } from '../../testing/organisations.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { fillNameKeys, nameKey } from './name-key.ts';

const adminPassword = 'correct horse battery staple';
/** A locale in which the lower case of `İ` is `i`, and that of `I` is `ı`. */
let turkish: TestDatabase;
beforeAll(async () => {
  turkish = await testDatabase({ icuLocale: 'tr' });
  await ensureBasics(turkish.database, { adminPassword });
});
afterAll(() => turkish.close());

const attempt = (username: string, password = adminPassword) =>
  signIn(turkish.database, { username, password, address: '192.0.2.1', userAgent: 'test', cookie: 'x' });

test('a name is equal in upper and lower case, wide letters and ligatures, and to no other', () => {
  for (const same of ['ADMIN', 'Admin', 'ａｄｍｉｎ', 'ＡＤＭＩＮ']) expect(nameKey(same), same).toBe('admin');
  for (const other of ['admİn', 'admın', 'adm\u0131n', 'аdmin', 'admin ', 'admi\u0307n']) {
    expect(nameKey(other), other).not.toBe('admin');
  }
  expect(nameKey('ﬁona')).toBe('fiona');
  expect(nameKey('ΟΔΥΣΣΕΥΣ')).toBe(nameKey('οδυσσευς'));
  expect(nameKey('Jose\u0301')).toBe(nameKey('JOSÉ'));
  for (const name of ['İ', 'Σς', 'ﬃ', 'Ⅷ']) expect(nameKey(nameKey(name)), name).toBe(nameKey(name));
});

test('with any collation of the database, admİn is not admin, and ADMIN is', async () => {
  const { rows } = await turkish.database.query(`SELECT lower('admİn') AS dotted, lower('ADMIN') AS upper`);
  expect(rows).toEqual([{ dotted: 'admin', upper: 'admın' }]);
  for (const other of ['admİn', 'admın']) {
    await expect(attempt(other), other).rejects.toThrow('User name or password is wrong.');
  }
  for (const same of ['ADMIN', 'ａｄｍｉｎ']) expect(await attempt(same), same).toHaveProperty('token');
});

test('a second start finds its administrator, and users of an earlier version keep their names', async () => {
  const { database } = turkish;
  await ensureBasics(database, { adminPassword });
  const user = { password: 'pass-word', organisationId: 1, grants: {} };
  await addUser(database, { ...user, username: 'Ivo' });
  const younger = await addUser(database, { ...user, username: 'Ｉvo' }).catch(() => null);
  expect(younger).toBeNull();
  await database.query(`UPDATE users SET name_key = NULL WHERE username = 'Ivo'`);
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO users (organisation_id, role_id, username, display_name, password_hash)
     SELECT organisation_id, role_id, 'IVO', 'IVO', password_hash FROM users WHERE username = 'Ivo' RETURNING id`,
  );
  await fillNameKeys(database);
  expect(await attempt('iVO', 'pass-word')).toMatchObject({ user: { USERNAME: 'Ivo' } });
  expect(await attempt(`ivo#${rows[0]?.id}`, 'pass-word')).toMatchObject({ user: { USERNAME: 'IVO' } });
  expect((await database.query('SELECT FROM users')).rowCount).toBe(3);
});
