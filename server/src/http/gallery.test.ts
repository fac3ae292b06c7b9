import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileFixture, type FileFixture } from '../testing/file-fixture.ts';
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import sharp from 'sharp';

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

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d04030' } });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const sendPhoto = async (taken: string) => {
  const bytes = await picture(30, 30)
    .withExif({ IFD2: { DateTimeOriginal: taken, OffsetTimeOriginal: '+00:00' } })
    .jpeg()
    .toBuffer();
  return (await fixture.send(bytes, 'photo.jpg')).file.id;
};

describe('the gallery', () => {
  test('contains photos by day of the organisation, newest first, and no documents', async () => {
    await fixture.database.query(`UPDATE organisations SET time_zone = 'America/Montevideo' WHERE id = 1`);
    // 02:00 UTC is 23:00 of the day before in Montevideo.
    const ids = [
      await sendPhoto('2026:02:10 02:00:00'),
      await sendPhoto('2026:02:10 12:00:00'),
      await sendPhoto('2026:02:09 15:00:00'),
    ];
    await attach(...ids, (await fixture.send('text', 'a.txt')).file.id);
    const of = { vehicleId };
    const days = await fixture.admin.call('get-gallery-days', of);
    expect(days).toMatchObject({
      total: 3,
      rows: [
        { day: '2026-02-10', count: 1 },
        { day: '2026-02-09', count: 2 },
      ],
    });
    const all = (await fixture.admin.call('get-gallery', of)).rows ?? [];
    expect(all.map(({ file }) => file.id)).toEqual([ids[1], ids[0], ids[2]]);
    expect(all[0]).toMatchObject({ recordKind: 'vehicle', recordId: vehicleId, vehicleId });
    expect(
      (await fixture.admin.call('get-gallery', { ...of, offset: 1, most: 1 })).rows?.map(({ file }) => file.id),
    ).toEqual([ids[0]]);
    const day = { firstDay: '2026-02-09', lastDay: '2026-02-09' };
    expect((await fixture.admin.call('get-gallery', { ...of, ...day })).rows).toHaveLength(2);
    expect((await fixture.admin.call('get-gallery', { ...of, recordKind: 'device' })).rows).toEqual([]);
    const reply = await fixture.get(`/files/gallery.zip?vehicleId=${vehicleId}&firstDay=2026-02-09&lastDay=2026-02-09`);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="photos.zip"');
    const { rows } = await fixture.admin.call('get-audit-list', { subject: 'export' });
    expect(rows).toMatchObject([
      { username: 'admin', action: 'export', after: { photos: 2, vehicleId, firstDay: '2026-02-09' } },
    ]);
    const entries = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    const { registration } = all[0] ?? {};
    expect(Object.keys(entries)).toEqual([
      `${registration}/2026-02-09 photo.jpg`,
      `${registration}/2026-02-09 photo (2).jpg`,
    ]);
    const served = new Uint8Array(await (await fixture.get(`/files/${ids[0]}`)).arrayBuffer());
    expect(sha256(Object.values(entries)[0] ?? new Uint8Array())).toBe(sha256(served));
    expect((await fixture.get(`/files/gallery.zip?vehicleId=999999`)).status).toBe(404);
  });

  test('names the places of photos with a position', async () => {
    const bytes = await picture(30, 30)
      .withExif({
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '10/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '20/1 0/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    const { file } = await fixture.send(bytes, 'there.jpg');
    await attach(file.id);
    const { rows, total } = await fixture.admin.call('get-gallery-places', { vehicleId });
    expect({ rows, total }).toEqual({ rows: [{ fileId: file.id, name: 'there.jpg', lat: 10.5, lon: 20 }], total: 1 });
  });
});
