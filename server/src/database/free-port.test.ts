import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('returns a free port that no system uses for outgoing connections', async () => {
  const port = await freePort();
  // Linux: 32768 to 60999 (net.ipv4.ip_local_port_range); macOS and Windows: from 49152 (RFC 6335).
  expect(port).toBeLessThan(32_768);
  expect(port).toBeGreaterThan(1023);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
});
