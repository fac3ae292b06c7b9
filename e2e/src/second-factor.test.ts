import { expect, test } from 'vitest';
import { codeOf } from './harness/authenticator.ts';
import { addUser } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn } from './harness/sign-in.ts';

const running = useRunning();

test('an organisation asks everybody for a second factor: who signs in next sets one up first, then works', async () => {
  const { server } = running;
  await addUser(server, 'ines', 'Dispatcher');
  const { page: admin } = await running.openSignedIn('/admin/organisations');
  await admin.getByRole('button', { name: /^Edit/ }).first().click();
  await admin.getByRole('tab', { name: 'Settings' }).click();
  await admin.getByRole('switch', { name: 'Require a second factor for everyone' }).check({ force: true });
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('saved').first().waitFor();
  // A signed-in person is not interrupted.
  await admin.reload();
  await admin.getByTestId('live-badge').waitFor();

  const { page, problems } = await running.open();
  const arrive = async () => {
    await page.goto(`${server.address}/vehicle-info`);
    await page.waitForURL('**/authentication/signin');
    await fillSignIn(page, 'ines', server.password);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  };
  await arrive();
  // Leaving in between grants nothing: sign-in begins with the password again.
  await arrive();
  problems.length = 0;
  const secret = await page.getByText(/^([A-Z2-7]{1,4} ?){6,}$/).innerText();
  const code = page.getByLabel('The six digits that the app shows');
  const right = codeOf(secret);
  await code.fill(right === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('The code is wrong.').waitFor();
  await code.fill(right);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByTestId('live-badge').waitFor();
  expect(page.url()).toContain('/vehicle-info');

  await page.goto(`${server.address}/extra-pages/profile`);
  await page.getByText('Your organisation requires a second factor from everyone.').waitFor();
  expect(await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).count()).toBe(0);
});
