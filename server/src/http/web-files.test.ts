import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webFiles } from './web-files.ts';

let root: string;
let app: FastifyInstance;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'milepost-web-'));
  await writeFile(path.join(root, 'index.html'), 'the page');
  app = Fastify();
  await webFiles(app, root);
});
afterEach(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

test.each(['/', '/track-vehicle/17'])(
  'reports at %s that it is being rebuilt while its page is missing',
  async (url) => {
    await rename(path.join(root, 'index.html'), path.join(root, 'old.html'));
    const away = await app.inject(url);
    expect(away.statusCode).toBe(503);
    expect(away.body).toContain('being rebuilt');
    expect(away.headers).toMatchObject({ 'retry-after': '3', 'cache-control': 'no-store' });
    await rename(path.join(root, 'old.html'), path.join(root, 'index.html'));
    const back = await app.inject(url);
    expect([back.statusCode, back.body]).toEqual([200, 'the page']);
  },
);

test('a missing file is not found, rebuilt or not', async () => {
  await rm(path.join(root, 'index.html'));
  expect((await app.inject('/assets/app-1a2b.js')).statusCode).toBe(404);
});
