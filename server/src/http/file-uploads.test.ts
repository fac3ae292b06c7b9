import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileFixture, type FileFixture } from '../testing/file-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import { HTTP_TIMES } from './app.ts';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';

let fixture: FileFixture;
/** Shorter than in production, so that the test need not wait. */
const TIMES = { ...HTTP_TIMES, request: 1500 };

beforeAll(async () => {
  fixture = await fileFixture(TIMES);
});
afterAll(() => fixture.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d04030' } });
describe('a photo', () => {
  test("is turned upright, gets its position and time, and is shown without the camera's metadata", async () => {
    // The left half of the stored picture is red, the right one blue; orientation 6 means that it must be rotated
    // clockwise for display.
    const halves = await picture(200, 100)
      .composite([
        {
          input: await sharp({ create: { width: 100, height: 100, channels: 3, background: '#1030d0' } })
            .png()
            .toBuffer(),
          left: 100,
          top: 0,
        },
      ])
      .withExif({
        IFD0: { Make: 'Secret camera', Orientation: '6' },
        IFD2: { DateTimeOriginal: '2026:03:05 14:30:00', OffsetTimeOriginal: '-03:00' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '34/1 54/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '56/1 12/1 3600/100',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(halves.includes('Secret camera')).toBe(true);
    const { file } = await fixture.send(halves, 'Side of the truck.JPG');
    expect(file).toMatchObject({ kind: 'picture', type: 'image/jpeg', widthPx: 100, heightPx: 200 });
    expect(file.takenAt).toBe('2026-03-05T17:30:00.000Z');
    expect(file.place?.lat).toBeCloseTo(-34.9, 6);
    expect(file.place?.lon).toBeCloseTo(-56.21, 6);
    const shown = Buffer.from(await (await fixture.get(`/files/${file.id}`)).arrayBuffer());
    expect(shown.includes('Secret camera')).toBe(false);
    expect((await sharp(shown).metadata()).exif).toBeUndefined();
    const { data, info } = await sharp(shown).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    // Rotated clockwise, the left half is at the top.
    expect(at(50, 20)[0]).toBeGreaterThan(180);
    expect(at(50, 180)[2]).toBeGreaterThan(180);
    const thumb = await fixture.get(`/files/${file.id}?size=thumb`);
    expect(thumb.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(Buffer.from(await thumb.arrayBuffer())).metadata()).toMatchObject({ width: 100, height: 200 });
  });

  test('of a camera without a UTC offset has the time zone of the organisation', async () => {
    await fixture.database.query(`UPDATE organisations SET time_zone = 'America/Montevideo' WHERE id = 1`);
    const bytes = await picture(20, 20)
      .withExif({ IFD2: { DateTimeOriginal: '2026:03:05 14:30:00' } })
      .jpeg()
      .toBuffer();
    expect((await fixture.send(bytes, 'a.jpg')).file.takenAt).toBe('2026-03-05T17:30:00.000Z');
  });

  test(
    'of 30 megapixels is accepted, a larger one refused with a message, by its header alone',
    { timeout: 60_000 },
    async () => {
      const most = await picture(6000, 5000).jpeg({ quality: 30 }).toBuffer();
      expect((await fixture.send(most, 'large.jpg')).file).toMatchObject({ widthPx: 4096, heightPx: 3413 });
      const more = await picture(6001, 5000).jpeg({ quality: 30 }).toBuffer();
      const answer = await fixture.send(more, 'larger.jpg');
      expect(answer).toMatchObject({ status: 422, code: 'picture-large', params: { name: 'larger.jpg', most: 30 } });
      // A decompression bomb: a small file that claims to be 65,500 pixels wide and high.
      const head = await picture(8, 8).jpeg().toBuffer();
      const size = head.indexOf(Buffer.from([0xff, 0xc0])) + 5;
      head.writeUInt16BE(65_500, size);
      head.writeUInt16BE(65_500, size + 2);
      expect(await fixture.send(head, 'bomb.jpg')).toMatchObject({ status: 422, code: 'picture-large' });
    },
  );

  test('that is interrupted is refused', async () => {
    const bytes = await picture(400, 400).jpeg().toBuffer();
    expect(await fixture.send(bytes.subarray(0, bytes.length / 2), 'half.jpg')).toMatchObject({
      code: 'picture-broken',
    });
  });

  test('with transparent parts stays PNG, and its name gets a matching extension', async () => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .webp()
      .toBuffer();
    expect((await fixture.send(bytes, 'logo.jpg')).file).toMatchObject({ name: 'logo.png', type: 'image/png' });
  });
});

describe('a file that is no picture, clip or document', () => {
  const page = '<!doctype html><script>alert(1)</script>';
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['page.jpg', page, 'file-not-as-named'],
    ['drawing.png', drawing, 'file-not-as-named'],
    ['drawing.svg', drawing, 'file-kind'],
    ['page.html', page, 'file-kind'],
    ['program.pdf', 'MZ\u0090\0\u0003', 'file-not-as-named'],
    ['bill.exe', 'MZ\u0090\0\u0003', 'file-kind'],
    ['notes.txt', 'a\0b', 'file-kind'],
    ['none.pdf', '', 'file-empty'],
  ])('%s is refused with a message that names it', async (name, content, code) => {
    const answer = await fixture.send(Buffer.from(content, 'latin1'), name);
    expect(answer).toMatchObject({ status: 422, code, params: { name } });
    expect(answer.message).toContain(name);
  });

  test('with text is stored, and is never served as a page, whatever it contains', async () => {
    const { file } = await fixture.send(page, 'notes.txt');
    const reply = await fixture.get(`/files/${file.id}`);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`,
    );
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(reply.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  });
});

test('that is too large is refused, whether it declares its size or not', async () => {
  expect(await fixture.send(new Uint8Array(2_000_001), 'clip.mp4')).toMatchObject({
    status: 422,
    code: 'file-large',
    params: { most: 2 },
  });
  const reply = await fetch(`${fixture.base}/files`, {
    method: 'POST',
    body: new Blob([new Uint8Array(5_000_000)]).stream(),
    headers: fixture.headersOf(fixture.admin, 'clip.mp4'),
    duplex: 'half',
  });
  expect(await reply.json()).toMatchObject({ status: 422, code: 'file-large' });
  expect(await readdir(fixture.services.files.incoming)).toEqual([]);
});

test('that is aborted while uploading leaves nothing', async () => {
  const gone = request(`${fixture.base}/files`, {
    method: 'POST',
    headers: { ...fixture.headersOf(fixture.admin, 'a.txt'), 'content-length': 1000 },
  });
  gone.on('error', () => {});
  gone.write('half');
  await expect.poll(() => readdir(fixture.services.files.incoming)).not.toEqual([]);
  gone.destroy();
  await expect.poll(() => readdir(fixture.services.files.incoming)).toEqual([]);
});

test('uploaded slowly delays nobody else', async () => {
  const password = 'a password of mine';
  const open = [];
  for (const username of ['slow1', 'slow2', 'slow3', 'slow4', 'slow5']) {
    const grants = { media: ['view', 'create'] as const };
    await addUser(fixture.database, {
      username,
      password,
      organisationId: 1,
      grants,
      email: `${username}@example.org`,
    });
    const browser = await fixture.signedIn(username, password);
    // The maximum that one person may send in parallel.
    for (let one = 0; one < 3; one += 1) {
      const headers = { ...fixture.headersOf(browser, 'a.txt'), 'content-length': 1000 };
      const call = request(`${fixture.base}/files`, { method: 'POST', headers });
      call.on('error', () => {});
      call.write('half');
      open.push(call);
    }
  }
  try {
    const { incoming } = fixture.services.files;
    await expect.poll(async () => (await readdir(incoming)).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(15);
    expect(await fixture.send('a text', 'b.txt')).toMatchObject({ status: 200 });
  } finally {
    for (const call of open) call.destroy();
  }
});

const slow = (url: string) =>
  new Promise<number>((resolve) => {
    const begun = performance.now();
    const call = request(fixture.base + url, {
      method: 'POST',
      headers: { ...fixture.headersOf(fixture.admin, 'a.txt'), 'content-length': 100 },
    });
    const done = () => resolve(performance.now() - begun);
    call.on('error', done).on('response', done).on('close', done);
    call.write('{');
    void delay(3 * TIMES.request).then(() => call.destroy());
  });

test('has more time to arrive than the 30 s of other requests', async () => {
  expect(HTTP_TIMES).toMatchObject({ request: 30_000, upload: 900_000 });
  const [call, file] = await Promise.all([slow('/1.html'), slow('/files')]);
  expect(call).toBeGreaterThan(0.9 * TIMES.request);
  expect(call).toBeLessThan(2 * TIMES.request);
  expect(file).toBeGreaterThan(2.9 * TIMES.request);
});
