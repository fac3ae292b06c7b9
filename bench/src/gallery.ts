/** `npm run -s bench:gallery`: a gallery of a hundred thousand photos, scrolled in a real browser without a graphics card. */
import { pino } from 'pino';
import { openPage, type TestPage } from '@milepost/e2e/harness/browser-page';
import { databaseUrl, inDatabase } from '@milepost/e2e/harness/database';
import type { TestServer } from '@milepost/e2e/harness/server-process';
import { fillSignIn } from '@milepost/e2e/harness/sign-in';
import { createPool } from '@milepost/server/database/pool';
import { seedFiles } from '@milepost/server/demo/seed-files';
import { createFileStore } from '@milepost/server/files/file-store';
import { countScrollFrames } from './system/count-scroll-frames.ts';
import { machine } from './system/machine.ts';
import { withBrowser } from './system/with-browser.ts';

const PHOTOS = 100_000;
const VEHICLES = 200;
const MEASURE_S = 5;
const AIM_FRAMES = 50;
/** The pixels per frame: none, slow scrolling (three screens a second), and fast scrolling (some twelve). */
const STEPS = { still: 0, walking: 60, leaping: 400 };
const GALLERY = '[data-testid="gallery"]';

/** The frames a second while the gallery is scrolled, with its own server, database and browser on this machine. */
async function benchGallery() {
  const { figures, postgres } = await withBrowser({}, async (server, browser) => {
    const pictures = await addPhotos(server);
    const opened = await openPage(browser, { motion: true, viewport: { width: 1440, height: 900 } });
    const openMs = await openGallery(opened, server);
    const frames = {
      still: await countScrollFrames(opened.page, GALLERY, MEASURE_S, STEPS.still),
      walking: await countScrollFrames(opened.page, GALLERY, MEASURE_S, STEPS.walking),
      leaping: await countScrollFrames(opened.page, GALLERY, MEASURE_S, STEPS.leaping),
    };
    return { photos: PHOTOS, pictures, openMs, endMs: await readEnd(opened), frames };
  });
  return {
    figures: { bench: 'gallery', aimFrames: AIM_FRAMES, ...figures, machine: machine(postgres) },
    slow: figures.frames.walking.framesPerSecond < AIM_FRAMES,
  };
}

/** A few existing pictures, at a hundred thousand locations. Returns the number of different ones. */
async function addPhotos(server: TestServer): Promise<number> {
  await inDatabase(
    server,
    `INSERT INTO vehicles (organisation_id, registration, type, make)
     SELECT 1, 'SBG ' || n, 'van', 'Renault' FROM generate_series(1, $1::int) n`,
    [VEHICLES],
  );
  const pool = createPool(await databaseUrl(server), pino({ level: 'error' }, pino.destination(2)));
  try {
    await seedFiles(pool, createFileStore(server.dataDir, { s3: null, maxBytes: 1e8, quotaBytes: 1e12 }));
  } finally {
    await pool.end();
  }
  const [made] = await inDatabase<{ pictures: number }>(
    server,
    `WITH drawn AS (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS pictures
                    FROM files WHERE kind = 'picture'),
          added AS (INSERT INTO files (organisation_id, hash, thumb_hash, name, kind, type, size_bytes, width_px, height_px,
                                       taken_at, orphan_since)
                    SELECT 1, d.hash, d.thumb_hash, 'IMG_' || n || '.jpg', 'picture', d.type, d.size_bytes, d.width_px,
                           d.height_px, now() - make_interval(mins => n * 5), NULL
                    FROM generate_series(1, $1::int) n JOIN drawn d ON d.place = n % d.pictures RETURNING id, taken_at),
          linked AS (INSERT INTO file_links (organisation_id, file_id, record_kind, record_id, vehicle_id, at, picture)
                     SELECT 1, a.id, 'vehicle', v.id, v.id, a.taken_at, true FROM added a
                     JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM vehicles) v
                       ON v.place = a.id % $2 RETURNING id)
     SELECT (SELECT max(pictures) FROM drawn)::int AS pictures, count(*) FROM linked`,
    [PHOTOS, VEHICLES],
  );
  await inDatabase(server, 'VACUUM ANALYZE file_links');
  await inDatabase(server, 'VACUUM ANALYZE files');
  return made?.pictures ?? 0;
}

/** Signs in and opens the gallery; the milliseconds from requesting the page to the first picture. */
async function openGallery({ page }: TestPage, server: TestServer): Promise<number> {
  const picture = page.locator(`${GALLERY} img`).first();
  await page.goto(`${server.address}/gallery`);
  await fillSignIn(page, server.username, server.password);
  await picture.waitFor({ timeout: 60_000 });
  const began = performance.now();
  await page.reload();
  await picture.waitFor({ timeout: 60_000 });
  return Math.round(performance.now() - began);
}

/** The milliseconds from a jump to the end until the last photo is loaded. */
async function readEnd({ page }: TestPage): Promise<number> {
  const began = performance.now();
  await page.evaluate(`(() => {
    const list = document.querySelector('${GALLERY}');
    list.scrollTop = list.scrollHeight;
  })()`);
  await page.getByRole('button', { name: `Open IMG_${PHOTOS}.jpg` }).waitFor({ timeout: 60_000 });
  return Math.round(performance.now() - began);
}

const { figures, slow } = await benchGallery();
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
if (slow) process.exitCode = 1;
