import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';
import { loadSecretKey } from './secret-key.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-key-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a sealed value opens only with the same key in the same place', () => {
  const box = createSecretBox(Buffer.alloc(32, 1));
  const sealed = box.seal(Buffer.from('secret'), 'user 1');
  expect(box.open(sealed, 'user 1').toString()).toBe('secret');
  expect(sealed.includes('secret')).toBe(false);
  expect(() => box.open(sealed, 'user 2')).toThrow();
  expect(() => createSecretBox(Buffer.alloc(32, 2)).open(sealed, 'user 1')).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => box.open(sealed, 'user 1')).toThrow();
});

test('the same secret is sealed differently each time, and hashed equally', () => {
  const box = createSecretBox(Buffer.alloc(32, 1));
  expect(box.seal(Buffer.from('x'), '').equals(box.seal(Buffer.from('x'), ''))).toBe(false);
  expect(box.hash('x').equals(box.hash('x'))).toBe(true);
  expect(box.hash('x').equals(createSecretBox(Buffer.alloc(32, 2)).hash('x'))).toBe(false);
});

test('the key is created once, readable by its owner only', async () => {
  const dataDir = path.join(folder, 'new');
  const first = await loadSecretKey(null, dataDir);
  expect(first).toHaveLength(32);
  expect(await loadSecretKey(null, dataDir)).toEqual(first);
  const file = path.join(dataDir, 'secret.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')).toEqual(first);
});

test('two processes that start concurrently use the same key', async () => {
  const dataDir = path.join(folder, 'twice');
  const [one, other] = await Promise.all([loadSecretKey(null, dataDir), loadSecretKey(null, dataDir)]);
  expect(one).toEqual(other);
});

test('a configured key precedes the file; a damaged file stops the start', async () => {
  expect(await loadSecretKey('ab'.repeat(32), folder)).toEqual(Buffer.alloc(32, 0xab));
  await writeFile(path.join(folder, 'secret.key'), 'short');
  await expect(loadSecretKey(null, folder)).rejects.toThrow('secret.key');
});
