import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { PageOptions } from './harness/browser-page.ts';
import { signInByCall } from './harness/caller.ts';
import { connectDevice } from './harness/device.ts';
import { mapDrawn } from './harness/map-probe.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
const WAIT_MS = 30_000;
/** A retried test finds the data that its first attempt left. */
const unique = (name: string) => `${name} ${Date.now() % 100_000}`;

async function open(path = '/geo-fence', options: PageOptions = {}) {
  const opened = await running.openSignedIn(path, { watchMap: true, ...options });
  await opened.page.getByTestId('geo-fence-page').waitFor();
  await mapDrawn(opened.page);
  return opened;
}

/** The position of coordinates on the screen, px. */
function onScreen(page: Page, lat: number, lon: number): Promise<{ x: number; y: number }> {
  return page.evaluate(`(() => {
    const { map } = window.__milepost;
    const { x, y } = map.project([${lon}, ${lat}]);
    const box = map.getCanvas().getBoundingClientRect();
    return { x: box.x + x, y: box.y + y };
  })()`);
}

/** Moves the map to the centre of the demo city, whatever the geofences are. */
async function showCity(page: Page) {
  await page.evaluate('window.__milepost.map.jumpTo({ center: [-56.16, -34.89], zoom: 12.5 })');
  await mapDrawn(page);
}

async function clickPlace(page: Page, lat: number, lon: number) {
  const { x, y } = await onScreen(page, lat, lon);
  // Two quick clicks at one position would be a double click.
  await page.mouse.move(x - 4, y - 4, { steps: 2 });
  await page.mouse.move(x, y);
  await page.waitForTimeout(350);
  await page.mouse.click(x, y);
}

async function beginDrawing(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: `Draw a ${kind}` }).click();
  await page.getByRole('toolbar', { name: 'Drawing' }).waitFor();
  await showCity(page);
  // The tool is a separate chunk.
  await waitUntil(
    'the tool that draws',
    () =>
      page.evaluate<boolean>(`
    window.__milepost.map.getStyle().layers.some(({ id }) => id.startsWith('fence-draft'))
  `),
    WAIT_MS,
  );
}

const fenceCount = (page: Page) => page.getByTestId('fence-count').innerText();

describe('the geo-fence screen', () => {
  test('a circle is drawn, saved, there after a reload by its link, exported, and deleted with undo', async () => {
    const { page, problems } = await open();
    const name = unique('Depot');
    await beginDrawing(page, 'circle');
    await clickPlace(page, -34.9, -56.16);
    await clickPlace(page, -34.9, -56.15);
    await page.getByTestId('circle-edge').waitFor();
    // 0.01 degree of longitude at 34.9 degrees south is 912 m.
    const radius = Number((await page.getByLabel('Radius').inputValue()).replaceAll(/\D/g, ''));
    expect(Math.abs(radius - 912)).toBeLessThan(15);
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByLabel('Alarm when a vehicle enters').check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByTestId('fence-card').getByText('entry (Minor)').waitFor();
    const link = page.url();
    expect(link).toMatch(/\/geo-fence\?fence=\d+$/);

    await page.reload();
    await page.getByTestId('fence-card').getByRole('heading', { name }).waitFor();
    await waitUntil(
      'the fence on the map',
      () =>
        page.evaluate<boolean>(`
      (window.__milepost?.map.getLayer('fence-fill')
        ? window.__milepost.map.queryRenderedFeatures({ layers: ['fence-fill'] }).length : 0) > 0
    `),
      WAIT_MS,
    );

    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'GeoJSON' }).click(),
    ]);
    const file: { features: { properties: Record<string, unknown> }[] } = JSON.parse(
      await readFile((await download.path()) ?? '', 'utf8'),
    );
    expect(file.features.map(({ properties }) => properties).find((one) => one['name'] === name)).toMatchObject({
      kind: 'circle',
      radiusM: radius,
    });

    await page.getByTestId('fence-card').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await waitUntil(
      'the fence to be gone',
      async () => (await page.getByText(name, { exact: true }).count()) === 0,
      WAIT_MS,
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByTestId('fence-list').getByText(name).waitFor();
    expect(problems).toEqual([]);
  });

  test('a vehicle at a new geofence is inside once that is saved, before its next report', async () => {
    const caller = await signInByCall(running.server);
    const imei = `35${Date.now()}`;
    const registration = unique('STANDS');
    const { device } = await caller.ask('save-device', { identity: imei, protocol: 'gt06' });
    await caller.ask('save-vehicle', { registration, deviceId: device.id });
    const { page, problems } = await open();
    const tracker = await connectDevice(running.server, imei);
    await tracker.login();
    await tracker.report({ lat: -34.89, lon: -56.13, time: new Date(Date.now() + 1000) });
    await beginDrawing(page, 'circle');
    await clickPlace(page, -34.89, -56.13);
    await clickPlace(page, -34.89, -56.128);
    await page.getByTestId('circle-edge').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill(unique('Yard'));
    await page.getByLabel('Alarm when a vehicle enters').check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    // Sooner than the lists reload by themselves.
    await page.getByTestId('fence-card').getByText(registration).waitFor({ timeout: 15_000 });
    tracker.close();
    expect((await caller.ask('get-alarm-list', { search: registration })).total).toBe(0);
    expect(problems).toEqual([]);
  });

  test('all geofences are shown without the empty land north of the streets', async () => {
    const caller = await signInByCall(running.server);
    // As far apart as the city is wide, near its northern edge.
    for (const centre of [
      { lat: -34.86, lon: -56.3 },
      { lat: -34.88, lon: -56.02 },
    ]) {
      await caller.ask('save-fence', {
        name: unique('Gate'),
        colour: '#2563eb',
        shape: { kind: 'circle', centre, radiusM: 200 },
      });
    }
    const { page } = await open();
    const beyond = () =>
      page.evaluate<number>(`(() => {
        const { map } = window.__milepost;
        const streets = Object.values(map.getStyle().sources).find(({ bounds }) => bounds);
        return map.getBounds().getNorth() - streets.bounds[3];
      })()`);
    await waitUntil('the map to end with the streets', async () => (await beyond()) < 0.0005, WAIT_MS);
  });

  test('a self-intersecting outline is reported immediately and not saved; steps are undone; leaving asks', async () => {
    const { page, problems } = await open();
    await beginDrawing(page, 'polygon');
    for (const [lat, lon] of [
      [-34.88, -56.17],
      [-34.89, -56.15],
      [-34.88, -56.15],
      [-34.89, -56.17],
    ] as const) {
      await clickPlace(page, lat, lon);
    }
    await page.keyboard.press('Enter');
    // The diagonals of the square intersect in its centre.
    await page.getByTestId('shape-fault').getByText('crosses or touches itself at -34.88').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Bow tie');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForTimeout(300);
    expect(page.url()).toContain('new=polygon');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('toolbar', { name: 'Drawing' }).getByRole('button', { name: 'Undo' }).click();
    await waitUntil('nothing to be drawn', async () => (await page.getByTestId('shape-fault').count()) === 0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByTestId('fence-list').waitFor();
    expect(problems).toEqual([]);
  });

  test('a file is previewed before it is added: valid rows, invalid rows with reasons, other formats rejected', async () => {
    const { page, problems } = await open();
    const before = Number(await fenceCount(page));
    const [north, tag] = [unique('North'), unique('stop')];
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import a file' }).click();
    const dialog = page.getByRole('dialog');
    const choose = (name: string, text: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choose('notes.docx', 'PK\u0003\u0004 not a map');
    await dialog.getByTestId('file-fault').getByText('This file is zipped').waitFor();
    await dialog.getByRole('button', { name: /Remove/ }).click();
    await choose(
      'stops.csv',
      `name,lat,lon,radiusM,tags\n${north},-34.85,-56.15,150,${tag}\nSouth,-34.92,-56.15,3,${tag}\n`,
    );
    await dialog.getByTestId('import-summary').getByText('1 of 2 can be added').waitFor();
    await dialog.getByText('The radius must be 10 m to 500.0 km.').waitFor();
    await dialog.getByRole('button', { name: 'Add 1 geofence' }).click();
    await page.getByTestId('fence-list').getByText(north).waitFor();
    expect(Number(await fenceCount(page))).toBe(before + 1);
    // Tags and search filter list and map; a reload shows the same.
    await page.getByRole('group', { name: 'Tags' }).getByRole('button', { name: tag }).click();
    await waitUntil('the filter', async () => (await fenceCount(page)) === `1 of ${before + 1}`);
    expect(page.url()).toContain('tag=stop+');
    expect(problems).toEqual([]);
  });
});
