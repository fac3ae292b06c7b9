import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let caller: Caller;
let vehicleId: number;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  vehicleId = (await caller.ask('save-vehicle', { registration: 'SBF 100', type: 'truck' })).vehicle.id;
});

/** A picture of one colour: PNG (ISO/IEC 15948) of 1 by 1 pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('photos are added to a vehicle, rejected with a reason, seen in the gallery, removed and restored', async () => {
  const { page, problems } = await running.openSignedIn(`/vehicle-info/${vehicleId}?tab=photos`);
  await page.getByText('No photos yet').waitFor();
  const field = page
    .getByLabel('Add photos and files')
    .locator('input[type=file]')
    .or(page.locator('input[type=file]:not([capture])'))
    .first();
  await field.setInputFiles([
    { name: 'side.png', mimeType: 'image/png', buffer: PNG },
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { name: 'handover.txt', mimeType: 'text/plain', buffer: Buffer.from('No damage.') },
  ]);
  const list = page.getByRole('list', { name: 'Photos and files of SBF 100' });
  await list.getByRole('button', { name: 'Open side.png' }).waitFor();
  await list.getByRole('link', { name: 'Download handover.txt' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'The content of “page.jpg” does not match its file type' }).waitFor();
  await page.getByRole('button', { name: 'Send page.jpg again' }).waitFor();
  await page.getByRole('button', { name: 'Leave out page.jpg' }).click();
  await waitUntil('the refused file to go', async () => (await page.getByText('page.jpg').count()) === 0);

  await list.getByRole('button', { name: 'Open side.png' }).click();
  await page.locator('.yarl__slide_image[alt="side.png"]').waitFor();
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: 'Remove side.png' }).click();
  await waitUntil('the photo to go', async () => (await list.getByRole('listitem').count()) === 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await list.getByRole('button', { name: 'Open side.png' }).waitFor();

  await page.goto(`${running.server.address}/gallery`);
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  const gallery = page.getByTestId('gallery');
  await gallery.getByRole('link', { name: 'SBF 100' }).waitFor();
  await gallery.getByRole('button', { name: 'Open side.png' }).click();
  await page.locator('.yarl__slide_image[alt="side.png"]').waitFor();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as ZIP' }).click();
  expect((await download).suggestedFilename()).toBe('photos.zip');
  // The two rejections that this test provokes.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});

test('a clip is played, moved to its moment, and opens the history there', async () => {
  const { page } = await running.openSignedIn(`/vehicle-info/${vehicleId}?tab=photos`);
  // RIFF WAVE, PCM: a tenth of a second of silence.
  const sound = Buffer.alloc(44 + 800, 128);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(36 + 800, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(8000, 24);
  sound.writeUInt32LE(8000, 28);
  sound.writeUInt16LE(1, 32);
  sound.writeUInt16LE(8, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(800, 40);
  await page
    .locator('input[type=file]:not([capture])')
    .first()
    .setInputFiles([{ name: 'driver.wav', mimeType: 'audio/wav', buffer: sound }]);
  await page.getByRole('link', { name: 'Download driver.wav' }).waitFor();
  await page.goto(`${running.server.address}/media/files`);
  await tableRow(page, 'driver.wav').click();
  const drawer = page.getByRole('dialog');
  await waitUntil('the clip to be read', async () => {
    return (await page.evaluate(`document.querySelector('[role=dialog] audio')?.duration`)) === 0.1;
  });
  // Types another hour than the present one, which would not be a change.
  const hour = drawer.getByRole('group', { name: 'Time it was taken' }).locator('input').first();
  await hour.fill((await hour.inputValue()) === '10' ? '09' : '10');
  await drawer.getByLabel('Name').fill('Note of the driver.wav');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The file was saved.').waitFor();
  await tableRow(page, 'Note of the driver.wav').waitFor();
  const { rows } = await caller.ask('get-media-list', { search: 'driver', sort: 'at', direction: 'desc' });
  const taken = rows.find(({ file }) => file.kind === 'audio')?.file.takenAt ?? '';
  await drawer.getByRole('link', { name: 'Open in history' }).click();
  await page.waitForURL(/\/history\?/);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('vehicle')).toBe(String(vehicleId));
  expect(Date.parse(searchParams.get('at') ?? '')).toBe(Date.parse(taken));
});
