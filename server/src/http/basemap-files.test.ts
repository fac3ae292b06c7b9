import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basemapFiles } from './basemap-files.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-basemap-'));
  const files: Record<string, string | Buffer> = {
    'city/style-light.json': '{"version":8}',
    'city/tiles/12/1409/2466.pbf': Buffer.from([0x1a, 0x00]),
    'secret.txt': 'classified',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  app = Fastify();
  await basemapFiles(app, path.join(folder, 'city'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('is compressed, cached, and asked for again by its ETag', async () => {
  const reply = await get('/basemap/style-light.json', { 'accept-encoding': 'gzip' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toContain('application/json');
  expect(gunzipSync(reply.rawPayload).toString()).toBe('{"version":8}');
  expect(reply.headers['cache-control']).toBe('public, max-age=3600');
  const etag = String(reply.headers.etag);
  const again = await get('/basemap/style-light.json', { 'accept-encoding': 'gzip', 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const tile = await get('/basemap/tiles/12/1409/2466.pbf');
  expect(tile.headers['content-type']).toBe('application/x-protobuf');
  expect(tile.rawPayload).toEqual(Buffer.from([0x1a, 0x00]));
});

test('a changed file has another ETag and is compressed anew', async () => {
  const gzip = { 'accept-encoding': 'gzip' };
  const file = path.join(folder, 'city/style-dark.json');
  await writeFile(file, '{"a":1}');
  const first = await get('/basemap/style-dark.json', gzip);
  await writeFile(file, '{"a":22}');
  const second = await get('/basemap/style-dark.json', gzip);
  expect(gunzipSync(second.rawPayload).toString()).toBe('{"a":22}');
  expect(second.headers.etag).not.toBe(first.headers.etag);
});

test('a tile that is not there is empty, another file 404, and nothing leads out', async () => {
  expect((await get('/basemap/tiles/12/0/0.pbf')).statusCode).toBe(204);
  expect((await get('/basemap/gone.json')).statusCode).toBe(404);
  for (const way of ['../secret.txt', '..%2fsecret.txt', '%2e%2e/secret.txt', 'tiles/..%2f..%2f..%2fsecret.txt']) {
    expect((await get(`/basemap/${way}`)).body).not.toContain('classified');
  }
});
