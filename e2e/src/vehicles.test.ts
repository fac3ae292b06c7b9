import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { addUser } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { tableRow } from './harness/table.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
});

describe('vehicles', () => {
  test('are created, edited, deleted and brought back through the screens', async ({ task }) => {
    // A second attempt finds what the first one left.
    const nth = task.result?.retryCount ?? 0;
    const registration = `SBV 123${nth}`;
    const driver = `Ana Silva ${nth}`;
    const { page, problems } = await running.openSignedIn('/vehicle-info');
    await page.getByRole('button', { name: 'Add vehicle' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter a value.').waitFor();

    await form.getByLabel('Registration').fill(registration);
    await form.getByLabel('Make').fill('Peugeot');
    await form.getByRole('combobox', { name: 'Driver' }).fill(driver);
    await page.getByRole('option', { name: `Create “${driver}”` }).click();
    await waitUntil('the driver to be made', async () => {
      const { rows } = await caller.ask('get-driver-list', {});
      return rows.some(({ name }) => name === driver);
    });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${registration} was saved.`).waitFor();
    await tableRow(page, registration).filter({ hasText: 'Peugeot' }).filter({ hasText: driver }).waitFor();
    // Otherwise the closing form would be filled in.
    await waitUntil('the form to close', async () => (await form.count()) === 0);

    await page.getByRole('button', { name: `Edit ${registration}` }).click();
    await page.waitForURL(/open=\d+/);
    await form.getByLabel('Make').fill('Renault');
    await form.getByRole('button', { name: 'Save' }).click();
    await tableRow(page, registration).filter({ hasText: 'Renault' }).waitFor();
    await waitUntil('the form to close', async () => (await form.count()) === 0);

    await page.getByRole('button', { name: `Edit ${registration}` }).click();
    await form.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: `Delete ${registration}?` });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`${registration} was deleted.`).waitFor();
    await waitUntil('the row to go', async () => (await tableRow(page, registration).count()) === 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await tableRow(page, registration).filter({ hasText: 'Renault' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('are edited on their page, which stays open, and deleted there, which leads to the list', async () => {
    const { id } = (await caller.ask('save-vehicle', { registration: 'SBP 1000', type: 'van' })).vehicle;
    const { page, problems } = await running.openSignedIn(`/vehicle-info/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Registration').fill('SBP 2000');
    await form.getByLabel('Make').fill('Renault');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'SBP 2000' }).waitFor();
    await page.getByText('Renault', { exact: true }).waitFor();
    await waitUntil('the form to close', async () => (await form.count()) === 0);
    expect(new URL(page.url()).pathname).toBe(`/vehicle-info/${id}`);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete SBP 2000?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('SBP 2000 was deleted.').waitFor();
    await page.waitForURL(/\/vehicle-info$/);
    expect(problems).toEqual([]);
  });

  test('a registration that is taken is refused at its field, and nothing typed is lost', async () => {
    // The vehicle exists already in a second attempt.
    await caller.call('save-vehicle', { registration: 'SBV 5555', type: 'car' });
    const { page } = await running.openSignedIn('/vehicle-info?open=new');
    const form = page.getByRole('dialog');
    await form.getByLabel('Registration').fill('SBV 5555');
    await form.getByLabel('Make').fill('Fiat');
    await form.getByRole('button', { name: 'Save' }).click();
    await waitUntil(
      'the field to say so',
      async () => (await form.getByLabel('Registration').getAttribute('aria-invalid')) === 'true',
    );
    expect(await form.getByLabel('Make').inputValue()).toBe('Fiat');

    // Leaving asks first.
    await form.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    // Otherwise the button of the closing one could be clicked.
    await question.waitFor({ state: 'hidden' });
    expect(await form.getByLabel('Make').inputValue()).toBe('Fiat');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await waitUntil('the form to close', async () => (await page.getByRole('dialog').count()) === 0);
  });

  test('search and order are in the address, so that a link shows the same list', async () => {
    for (const registration of ['SBZ 1', 'SBZ 2']) await caller.ask('save-vehicle', { registration, type: 'bus' });
    const { page } = await running.openSignedIn('/vehicle-info');
    await page.getByRole('searchbox').fill('SBZ');
    await page.waitForURL(/search=SBZ|q=SBZ/);
    await page.getByRole('columnheader', { name: 'Registration' }).getByRole('button').click();
    const registrations = async () => {
      const texts = await page.getByRole('table').locator('tbody tr').allInnerTexts();
      return texts.map((text) => /SB\w \d+/.exec(text)?.[0]);
    };
    await waitUntil('the other order', async () => String(await registrations()) === 'SBZ 2,SBZ 1');
    await page.goto(page.url());
    await waitUntil('the same list', async () => String(await registrations()) === 'SBZ 2,SBZ 1');
  });
});

describe('devices', () => {
  test('are created and deleted through the screens', async () => {
    const { page, problems } = await running.openSignedIn('/settings/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Identity').fill('356938035643809');
    await form.getByLabel('Model').fill('FMB920');
    await form.getByRole('button', { name: 'Save' }).click();
    await tableRow(page, '356938035643809').filter({ hasText: 'FMB920' }).click();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await waitUntil('the row to go', async () => (await tableRow(page, '356938035643809').count()) === 0);
    expect(problems).toEqual([]);
  });
});

describe('a role without rights', () => {
  test('sees its own menu and no buttons that it may not use, and a forbidden call is denied', async () => {
    await addUser(running.server, 'dispatcher', 'Dispatcher');
    const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBD 7777', type: 'car' });
    const opened = await running.open();
    const { page, problems } = opened;
    await signIn(opened, running.server, { username: 'dispatcher', path: '/vehicle-info' });
    await page.getByRole('button', { name: 'Details of SBD 7777' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Close' }).last().waitFor();
    expect(await form.getByLabel('Registration').inputValue()).toBe('SBD 7777');
    expect(await form.getByLabel('Registration').isDisabled()).toBe(true);
    for (const name of ['Save', 'Delete']) expect(await form.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add vehicle' }).count()).toBe(0);
    // The menu entries that its role does not grant.
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Commands' }).waitFor();
    for (const name of ['Administration', 'Devices and commands']) expect(await menu.getByText(name).count()).toBe(0);
    expect(problems).toEqual([]);

    const dispatcher = await signInByCall(running.server, 'dispatcher');
    const denied = [
      await dispatcher.call('save-vehicle', { id: vehicle.id, registration: 'STOLEN' }),
      await dispatcher.call('delete-vehicle', { id: vehicle.id }),
      await dispatcher.call('get-knock-list', {}),
      await dispatcher.call('adopt-device', { protocol: 'gt06', identity: '356938035643810', registration: 'STOLEN' }),
    ];
    for (const answer of denied) expect(answer).toMatchObject({ status: 403, message: 'Permission Denied' });
    const { vehicle: after } = await caller.ask('get-vehicle-by-id', { id: vehicle.id });
    expect(after.registration).toBe('SBD 7777');
  });
});
