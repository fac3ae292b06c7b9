import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

/** Another program, which occupies the port of a protocol. */
const other = createServer().listen(0, '127.0.0.1');
await once(other, 'listening');
const address = other.address();
const port = typeof address === 'object' && address ? address.port : 0;
afterAll(() => void other.close());

const running = useRunning({ environment: { GATEWAY_GT06_PORT: String(port) } });

test('an occupied device port is reported on /readyz and in "Connect a device", until it is free', async () => {
  const ready = async () => {
    const reply = await fetch(`${running.server.address}/readyz`);
    return `${reply.status} ${await reply.text()}`;
  };
  expect(await ready()).toMatch(new RegExp(`^200 .*"ready, port in use: ${port} \\(tcp\\)"`));
  const { page, problems } = await running.openSignedIn('/settings/connect-device');
  const card = page.getByRole('article').filter({ hasText: `Port ${port} is in use` });
  await card.getByText('GATEWAY_GT06_PORT').waitFor();
  expect(await card.getByRole('heading').innerText()).toContain('GT06');
  // The settings for such a device would lead to the other program.
  expect(await card.getByText('SERVER,').count()).toBe(0);

  other.close();
  await waitUntil('the port to be open', async () => (await ready()).includes('"gateway":"ready"'), 20_000);
  await page.reload();
  await page.getByText(`SERVER,0,127.0.0.1,${port},0#`).waitFor();
  expect(await page.getByText('is in use').count()).toBe(0);
  expect(problems).toEqual([]);
});
