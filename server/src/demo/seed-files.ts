import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { FileStore } from '../files/file-store.ts';
import { storeFile } from '../files/store-file.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { linkFiles } from '../store/files/link-files.ts';
import type { Scope } from '../store/scope.ts';
import { demoClip } from './demo-clip.ts';
import { demoPicture, type PictureOf } from './demo-picture.ts';
import { photographDefect } from './seed-inspections.ts';

/** The number of vehicles with photos, and of views of each. */
const VEHICLES = 16;
const VIEWS = ['side', 'front', 'odometer', 'tyre'] as const;
const PAPERS = 6;
/** The number of vehicles with a camera clip of the last days. */
const CLIPS = 5;
const DAY_MS = 86_400_000;
const SERVER = { userId: null, username: null, address: null };

interface DemoVehicle extends PictureOf {
  id: number;
  organisationId: number;
  lat: number | null;
  lon: number | null;
}

/** Gives the demo's fleet photos and documents that the program draws itself, when there is no file yet. */
export async function seedFiles(database: Database, store: FileStore): Promise<void> {
  const { rowCount: present } = await database.query('SELECT FROM files LIMIT 1');
  if (present) return;
  const { rows } = await database.query<DemoVehicle>(
    `SELECT v.id, v.organisation_id AS "organisationId", v.registration, v.type, v.make, v.model, g.lat, g.lon
     FROM vehicles v LEFT JOIN LATERAL (
       SELECT (south + north) / 2 AS lat, (west + east) / 2 AS lon FROM geofences
       WHERE organisation_id = v.organisation_id AND deleted_at IS NULL ORDER BY (id + v.id) % 3, id LIMIT 1) g ON true
     WHERE v.deleted_at IS NULL ORDER BY v.id LIMIT $1`,
    [VEHICLES],
  );
  for (const [index, vehicle] of rows.entries()) await seedVehicle(database, store, vehicle, index);
}

async function seedVehicle(database: Database, store: FileStore, vehicle: DemoVehicle, index: number): Promise<void> {
  const { id, organisationId, registration, lat, lon } = vehicle;
  const views = VIEWS.slice(0, 2 + (index % 3));
  // Four vehicles per tour of photos, a tour every twelve days, and some minutes for each vehicle.
  const daysAgo = 2 + Math.floor(index / 4) * 12;
  const round = Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS + 43_200_000 + (index % 4) * 900_000;
  const made: number[] = [];
  for (const [nth, view] of views.entries()) {
    const bytes = await sharp(Buffer.from(demoPicture(vehicle, view)))
      .jpeg({ quality: 80 })
      .toBuffer();
    const at = new Date(round + nth * 150_000);
    const fileId = await seedFile(database, store, organisationId, `${registration} ${view}.jpg`, bytes);
    // The photos of one tour have coordinates some metres apart, as real photos have.
    const place = lat === null || lon === null ? null : { lat: lat + nth * 0.00008, lon: lon + index * 0.00006 };
    await database.query('UPDATE files SET taken_at = $2, lat = $3, lon = $4 WHERE id = $1', [
      fileId,
      at,
      place?.lat ?? null,
      place?.lon ?? null,
    ]);
    made.push(fileId);
  }
  if (index < PAPERS) {
    const paper = demoPaper(`Handover of ${registration}`, ['Checked: lights, tyres, brakes, papers.', 'No damage.']);
    made.push(await seedFile(database, store, organisationId, `Handover ${registration}.pdf`, paper));
  }
  if (index < CLIPS) {
    const clip = await seedFile(
      database,
      store,
      organisationId,
      `${registration} braking.webm`,
      await demoClip(registration, index),
    );
    // A moment in daytime, within the week covered by the demo's history.
    const at = new Date(Math.floor(Date.now() / DAY_MS - 1 - index) * DAY_MS + 54_000_000 + index * 600_000);
    await database.query('UPDATE files SET taken_at = $2 WHERE id = $1', [clip, at]);
    made.push(clip);
  }
  const scope: Scope = { organisationId, organisationIds: [organisationId], root: true, limit: null };
  // Uploaded by nobody: the server links files that it created itself.
  await inTransaction(database, async (db) => {
    const viewer = { scope, userId: null, kinds: ['vehicle'] as const };
    await linkFiles(db, viewer, SERVER, { recordKind: 'vehicle', recordId: id }, made);
    const seen = made[views.length - 1];
    if (seen !== undefined) await photographDefect(db, vehicle, seen);
  });
}

const seedFile = (database: Database, store: FileStore, organisationId: number, name: string, bytes: Buffer) =>
  storeFile(database, store, { organisationId, userId: null }, name, Readable.from([bytes]));

const escaped = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`);

/** A one-page PDF with lines of plain text (ISO 32000-1, section 7.5): a few hundred bytes. */
function demoPaper(title: string, lines: readonly string[]): Buffer {
  const shown = [title, '', ...lines].map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  const content = `BT /F1 14 Tf 22 TL 60 780 Td\n${shown}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${text}${end}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
