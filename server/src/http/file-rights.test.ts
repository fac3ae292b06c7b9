import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileFixture, type FileFixture } from '../testing/file-fixture.ts';
import { insertFence } from '../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';

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

const box = (name: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

test('a clip is served by ranges, and its time is read from it', async () => {
  // ISO/IEC 14496-12: ftyp, then moov with an mvhd of version 0 whose time counts from 1904.
  const header = Buffer.alloc(100);
  header.writeUInt32BE(Date.parse('2026-05-06T07:08:09Z') / 1000 + 2_082_844_800, 4);
  const clip = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1')),
    box('free', Buffer.alloc(5000, 7)),
    box('moov', box('mvhd', header)),
  ]);
  const { file } = await fixture.send(clip, 'Überholen (1).mp4');
  expect(file).toMatchObject({
    kind: 'video',
    type: 'video/mp4',
    takenAt: '2026-05-06T07:08:09.000Z',
    sizeBytes: clip.length,
  });
  const whole = await fixture.get(`/files/${file.id}`);
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  expect(whole.headers.get('content-disposition')).toBe(
    `inline; filename="_berholen (1).mp4"; filename*=UTF-8''%C3%9Cberholen%20%281%29.mp4`,
  );
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(clip);
  const part = await fixture.get(`/files/${file.id}`, fixture.admin, { range: 'bytes=100-199' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${clip.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(clip.subarray(100, 200));
  expect((await fixture.get(`/files/${file.id}`, fixture.admin, { range: 'bytes=999999-' })).status).toBe(416);
  const etag = whole.headers.get('etag') ?? '';
  expect((await fixture.get(`/files/${file.id}`, fixture.admin, { 'if-none-match': etag })).status).toBe(304);
  expect(
    (await fixture.get(`/files/${file.id}`, fixture.admin, { range: 'bytes=0-1', 'if-range': '"other"' })).status,
  ).toBe(200);
});

const NAMES = ['colleague', 'elsewhere', 'viewer', 'other', 'limited'];

describe('rights', () => {
  test('nobody and another site fixture.send and see nothing', async () => {
    const { file } = await fixture.send('text', 'a.txt');
    expect((await fixture.get(`/files/${file.id}`, null)).status).toBe(400);
    expect(await fixture.send('text', 'a.txt', fixture.browser())).toMatchObject({
      status: 400,
      code: 'session-ended',
    });
    expect(await fixture.send('text', 'a.txt', fixture.admin, { origin: 'https://evil.example' })).toMatchObject({
      status: 403,
    });
    expect(await fixture.send('text', 'a.txt', fixture.admin, { 'x-csrftoken': 'wrong' })).toMatchObject({
      status: 403,
      code: 'page-old',
    });
    expect(await fixture.send('text', 'a.txt', fixture.admin, { 'x-file-name': '%' })).toMatchObject({ status: 422 });
  });

  test('a file without a record belongs to its uploader; at a record everybody who sees the record sees it', async () => {
    const grants = { vehicles: ['view', 'edit'], gallery: ['view'] } as const;
    const otherOrganisation = await addOrganisation(fixture.database, `Stranger ${vehicleId}`);
    const add = (username: string, organisationId: number, may: Parameters<typeof addUser>[1]['grants']) =>
      addUser(fixture.database, {
        username: `${username} ${vehicleId}`,
        password: 'pass-word',
        organisationId,
        grants: may,
      });
    await add('colleague', 1, grants);
    await add('elsewhere', otherOrganisation, grants);
    await add('viewer', 1, { vehicles: ['view'] });
    await add('other', 1, { dashboard: ['view'] });
    const limitedId = await add('limited', 1, grants);
    await fixture.database.query('UPDATE users SET limited = true WHERE id = $1', [limitedId]);
    const browsers = await Promise.all(NAMES.map((name) => fixture.signedIn(`${name} ${vehicleId}`, 'pass-word')));
    const seen = async (id: number) =>
      Promise.all(browsers.map(async (one) => (await fixture.get(`/files/${id}`, one)).status));
    const { file } = await fixture.send('text', 'a.txt');
    expect(await seen(file.id)).toEqual([404, 404, 404, 404, 404]);
    expect((await attach(file.id)).status).toBe(200);
    expect(await seen(file.id)).toEqual([200, 404, 200, 404, 404]);
    const of = (name: string) => browsers[NAMES.indexOf(name)] ?? fixture.browser();
    const [colleague, elsewhere, viewer] = [of('colleague'), of('elsewhere'), of('viewer')];
    const [other, limited] = [of('other'), of('limited')];
    const record = { recordKind: 'vehicle', recordId: vehicleId };
    expect((await viewer.call('get-file-list', record)).rows).toMatchObject([{ id: file.id, name: 'a.txt' }]);
    expect((await viewer.call('remove-file', { ...record, fileId: file.id })).status).toBe(403);
    expect((await limited.call('get-file-list', record)).status).toBe(404);
    expect((await elsewhere.call('add-files', { ...record, fileIds: [file.id] })).status).toBe(404);
    expect((await other.call('get-file-list', record)).status).toBe(403);
    expect(await fixture.send('text', 'b.txt', viewer)).toMatchObject({ status: 403 });
    // The person who removes it may restore it, and is the only one to see it meanwhile.
    expect((await colleague.call('remove-file', { ...record, fileId: file.id })).status).toBe(200);
    expect(await seen(file.id)).toEqual([200, 404, 404, 404, 404]);
    expect((await fixture.admin.call('add-files', { ...record, fileIds: [file.id] })).status).toBe(404);
    expect((await colleague.call('add-files', { ...record, fileIds: [file.id] })).status).toBe(200);
    const { rows } = await fixture.database.query(
      `SELECT action, before, after FROM audit_log WHERE subject = 'vehicle' AND subject_id = $1 AND action LIKE '%file' ORDER BY id`,
      [String(vehicleId)],
    );
    expect(rows).toEqual([
      { action: 'add-file', before: null, after: { files: 'a.txt' } },
      { action: 'remove-file', before: { file: 'a.txt' }, after: null },
      { action: 'add-file', before: null, after: { files: 'a.txt' } },
    ]);
  });

  test('a limited person changes no files of records of everybody, nor their names elsewhere', async () => {
    const grants = { vehicles: ['view', 'edit'], 'geo-fence': ['view', 'edit'], drivers: ['view', 'edit'] } as const;
    const username = `limited to one ${vehicleId}`;
    const id = await addUser(fixture.database, { username, password: 'pass-word', organisationId: 1, grants });
    await fixture.database.query(
      'UPDATE users SET limited = true, limit_common = true, limit_vehicle_ids = $2 WHERE id = $1',
      [id, [vehicleId]],
    );
    const limited = await fixture.signedIn(username, 'pass-word');
    const fence = await insertFence(fixture.database, { name: `For all ${vehicleId}`, organisationId: 1 });
    const driver = (await fixture.admin.call('save-driver', { name: `Driver ${vehicleId}` })).driver?.id ?? 0;
    const planned = { driverId: driver, vehicleId, from: '2026-01-01T00:00:00Z' };
    expect((await fixture.admin.call('save-assignment', planned)).status).toBe(200);
    for (const record of [
      { recordKind: 'fence', recordId: fence },
      { recordKind: 'driver', recordId: driver },
    ]) {
      const { file } = await fixture.send('text', 'of-all.txt');
      expect((await fixture.admin.call('add-files', { ...record, fileIds: [file.id] })).status).toBe(200);
      expect((await limited.call('get-file-list', record)).rows).toMatchObject([{ id: file.id }]);
      expect((await limited.call('remove-file', { ...record, fileId: file.id })).status).toBe(403);
      const own = (await fixture.send('text', 'own.txt', limited)).file;
      expect((await limited.call('add-files', { ...record, fileIds: [own.id] })).status).toBe(403);
      const change = { fileId: file.id, name: 'Renamed.txt', takenAt: null };
      expect((await limited.call('change-file', change)).status).toBe(404);
    }
    const { file } = await fixture.send('text', 'shared.txt');
    await attach(file.id);
    const change = { fileId: file.id, name: 'Renamed.txt', takenAt: null };
    expect((await limited.call('change-file', change)).status).toBe(200);
    const other = { recordKind: 'vehicle', recordId: await fixture.addVehicle() };
    expect((await fixture.admin.call('add-files', { ...other, fileIds: [file.id] })).status).toBe(200);
    expect((await limited.call('change-file', change)).status).toBe(403);
  });

  test('an API token uploads and downloads by itself, a read-only one only downloads', async () => {
    const { file } = await fixture.send('text', 'a.txt');
    for (const [readOnly, status] of [
      [false, 200],
      [true, 403],
    ] as const) {
      const { token } = await fixture.admin.call('create-api-token', {
        name: `Files ${readOnly} ${vehicleId}`,
        readOnly,
      });
      const headers = { authorization: `Bearer ${token}`, 'x-file-name': 'a.txt' };
      const reply = await fetch(`${fixture.base}/files`, { method: 'POST', body: 'text', headers });
      expect(reply.status).toBe(status);
      expect((await fixture.get(`/files/${file.id}`, null, { authorization: `Bearer ${token}` })).status).toBe(200);
    }
  });
});

test('a name and a time are changed by a person who may change the record', async () => {
  const { file } = await fixture.send('text', 'a.txt');
  await attach(file.id);
  const takenAt = '2026-01-02T03:04:05.000Z';
  const answer = await fixture.admin.call('change-file', { fileId: file.id, name: 'Handover.txt', takenAt });
  expect(answer.file).toMatchObject({ name: 'Handover.txt', takenAt });
  expect((await fixture.admin.call('get-media-list', { search: 'handover', vehicleId })).rows).toMatchObject([
    { file: { takenAt } },
  ]);
});
