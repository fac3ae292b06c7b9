import { mkdir, mkdtemp, rm, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { twoStreets } from '@milepost/city/testing/two-streets';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type MapFile, NO_MAP_FILE, watchMapFile } from '../map-file/map-file.ts';
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
  await basemapFiles(app, path.join(folder, 'city'), NO_MAP_FILE);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('is compressed, cached, and revalidated by its ETag', async () => {
  const reply = await get('/basemap/style-light.json', { 'accept-encoding': 'gzip' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toContain('application/json');
  expect(gunzipSync(reply.rawPayload).toString()).toBe('{"version":8}');
  expect(reply.headers['cache-control']).toBe('no-cache');
  const etag = String(reply.headers.etag);
  const revalidated = await get('/basemap/style-light.json', { 'accept-encoding': 'gzip', 'if-none-match': etag });
  expect([revalidated.statusCode, revalidated.body]).toEqual([304, '']);
  const tile = await get('/basemap/tiles/12/1409/2466.pbf');
  expect(tile.headers['content-type']).toBe('application/x-protobuf');
  expect(tile.headers['cache-control']).toBe('public, max-age=3600');
  expect(tile.rawPayload).toEqual(Buffer.from([0x1a, 0x00]));
});

test('a changed file has another ETag and is compressed again', async () => {
  const gzip = { 'accept-encoding': 'gzip' };
  const file = path.join(folder, 'city/style-dark.json');
  await writeFile(file, '{"a":1}');
  const first = await get('/basemap/style-dark.json', gzip);
  await writeFile(file, '{"a":22}');
  const second = await get('/basemap/style-dark.json', gzip);
  expect(gunzipSync(second.rawPayload).toString()).toBe('{"a":22}');
  expect(second.headers.etag).not.toBe(first.headers.etag);
});

test('a missing tile is empty, another missing file is 404, and no path leaves the folder', async () => {
  expect((await get('/basemap/tiles/12/0/0.pbf')).statusCode).toBe(204);
  expect((await get('/basemap/gone.json')).statusCode).toBe(404);
  for (const way of ['../secret.txt', '..%2fsecret.txt', '%2e%2e/secret.txt', 'tiles/..%2f..%2f..%2fsecret.txt']) {
    expect((await get(`/basemap/${way}`)).body).not.toContain('classified');
  }
});

const logger = pino({ level: 'silent' });

async function withMapFile(run: (own: FastifyInstance, file: string, mapFile: MapFile) => Promise<void>) {
  const file = path.join(folder, 'small.pmtiles');
  await writeFile(file, twoStreets('openmaptiles'));
  const mapFile = await watchMapFile(file, logger, 20);
  const own = Fastify();
  await basemapFiles(own, path.join(folder, 'city'), mapFile);
  await run(own, file, mapFile);
  await own.close();
  await mapFile.stop();
}

const Style = z.object({
  sources: z.object({ city: z.object({ tiles: z.tuple([z.string()]), attribution: z.string(), maxzoom: z.number() }) }),
});

test('a map file replaces the offline streets, and its tiles are sent as stored', () =>
  withMapFile(async (own) => {
    const reply = await own.inject({ url: '/basemap/style-light.json' });
    expect(reply.headers['content-type']).toContain('application/json');
    const same = { 'if-none-match': String(reply.headers.etag) };
    expect((await own.inject({ url: '/basemap/style-light.json', headers: same })).statusCode).toBe(304);
    // The ETag belongs to the style: another style of the same file has another one.
    expect((await own.inject({ url: '/basemap/style-dark.json', headers: same })).statusCode).toBe(200);
    const { city } = Style.parse(reply.json()).sources;
    expect(city.attribution).toContain('OpenStreetMap');
    expect(city.maxzoom).toBe(14);
    const url = city.tiles[0].replace('{base}', '').replace('{z}/{x}/{y}', '14/11550/7262');
    const plain = await own.inject({ url });
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
    const packed = await own.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['cache-control']).toContain('immutable');
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload);
    const empty = url.replace('14/11550/7262', '14/1/1');
    expect((await own.inject({ url: empty })).statusCode).toBe(204);
    for (const wrong of ['3/9/9', '14/-1/1', '14/1/1e3', '99/1/1']) {
      expect((await own.inject({ url: url.replace('14/11550/7262', wrong) })).statusCode, wrong).not.toBe(500);
    }
  }));

test('a changed map file is opened again, and a broken one is left out and reported', () =>
  withMapFile(async (own, file, mapFile) => {
    const style = async () => (await own.inject({ url: '/basemap/style-dark.json' })).body;
    const before = await style();
    expect(before).toContain('Milepost dark');
    await writeFile(file, twoStreets('protomaps'));
    await expect.poll(() => mapFile.current()?.layout).toBe('protomaps');
    expect(await style()).not.toBe(before);
    await writeFile(file, 'half a fi');
    await expect.poll(() => mapFile.fault()?.code).toBe('not-pmtiles');
    expect(await style()).not.toContain('Milepost dark');
  }));

test('a damaged tile is empty also for a browser that accepts no compression', () =>
  withMapFile(async (own, file, mapFile) => {
    const before = mapFile.current()?.archive.version;
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0, Number(bytes.readBigUInt64LE(56))));
    await expect.poll(() => mapFile.current()?.archive.version).not.toBe(before);
    const { version } = mapFile.current()?.archive ?? {};
    expect((await own.inject({ url: `/basemap/map/${version}/14/11550/7262.pbf` })).statusCode).toBe(204);
  }));
