import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileFixture, type FileFixture } from '../testing/file-fixture.ts';
import { createHash } from 'node:crypto';
import { readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { collectFiles } from '../files/collect-files.ts';

let fixture: FileFixture;
let vehicleId: number;
beforeAll(async () => {
  fixture = await fileFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  vehicleId = await fixture.addVehicle();
});
const attach = (...fileIds: number[]) =>
  fixture.admin.call('add-files', { recordKind: 'vehicle', recordId: vehicleId, fileIds });

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('an organisation cannot exceed its quota', async () => {
  const { files } = fixture.services;
  const used = (await fixture.admin.call('get-file-limits')).usedBytes ?? 0;
  files.quotaBytes = used + 500;
  expect(await fixture.send(Buffer.alloc(600, 'a'), 'more.txt')).toMatchObject({ status: 409, code: 'files-full' });
  // It is not left on the disk either, where it would count towards no quota until the nightly clean-up.
  expect(await files.blobs.has(sha256(Buffer.alloc(600, 'a')))).toBe(false);
  expect((await fixture.send(Buffer.alloc(400, 'a'), 'less.txt')).status).toBe(200);
  expect((await fixture.admin.call('get-file-limits')).usedBytes).toBe(used + 400);
  files.quotaBytes = 20e9;
});

test('equal bytes are stored once, and collected when no file has used them for a day', async () => {
  const { blobs, incoming } = fixture.services.files;
  const bytes = Buffer.from(`twice ${vehicleId}`);
  const hash = sha256(bytes);
  const [one, two] = [(await fixture.send(bytes, 'one.txt')).file, (await fixture.send(bytes, 'two.txt')).file];
  await attach(one.id);
  const storedPath = path.join(path.dirname(incoming), hash.slice(0, 2), hash);
  expect(await readFile(storedPath)).toEqual(bytes);
  const inADay = new Date(Date.now() + 86_500_000);
  await collectFiles(fixture.database, fixture.services.files, new Date());
  expect((await fixture.get(`/files/${two.id}`)).status).toBe(200);
  await collectFiles(fixture.database, fixture.services.files, inADay);
  expect((await fixture.get(`/files/${two.id}`)).status).toBe(404);
  expect((await fixture.get(`/files/${one.id}`)).status).toBe(200);
  // The state after a server was killed between writing the bytes and the row.
  const alone = Buffer.from(`alone ${vehicleId}`);
  const { file } = await fixture.send(alone, 'alone.txt');
  await fixture.database.query('DELETE FROM files WHERE id = $1', [file.id]);
  expect(await blobs.has(sha256(alone))).toBe(true);
  await collectFiles(fixture.database, fixture.services.files, new Date());
  expect(await blobs.has(sha256(alone))).toBe(true);
  const old = new Date(Date.now() - 86_500_000);
  await utimes(path.join(path.dirname(storedPath), '..', sha256(alone).slice(0, 2), sha256(alone)), old, old);
  expect(await collectFiles(fixture.database, fixture.services.files, new Date())).toEqual({ files: 0, blobs: 1 });
  expect(await blobs.has(sha256(alone))).toBe(false);
});
