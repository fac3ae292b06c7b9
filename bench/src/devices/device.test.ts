import { once } from 'node:events';
import { createServer } from 'node:net';
import { encodeLogin } from '@milepost/protocols/gt06/device';
import { expect, it } from 'vitest';
import { BenchDevice } from './device.ts';
import { imeiOf } from './fleet.ts';
import { gt06Dialect } from './gt06.ts';

const plan = { startsAt: Date.UTC(2026, 0, 1) };

it('reports an acknowledgement that no frame waits for', async () => {
  const faults: string[] = [];
  const server = createServer((socket) => {
    // Accepts the login, then acknowledges position 7, which was never sent.
    const early = gt06Dialect(plan).frame(imeiOf(0), 7);
    socket.once('data', () => socket.write(Buffer.concat([encodeLogin(imeiOf(0), 0), early])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const device = new BenchDevice({
    imei: imeiOf(0),
    host: '127.0.0.1',
    port: typeof address === 'object' && address ? address.port : 0,
    dialect: gt06Dialect(plan),
    onFault: (fault) => faults.push(fault),
  });
  device.start();
  await expect.poll(() => faults.length).toBe(1);
  expect(device.acknowledged).toBe(0);
  device.stop();
  server.close();
});
