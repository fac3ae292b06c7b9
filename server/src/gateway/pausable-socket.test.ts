import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../database/free-port.ts';
import { pausableSocket } from './pausable-socket.ts';

const server = createServer();
let port = 0;
beforeEach(async () => {
  port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
});
afterEach(() => {
  vi.useRealTimers();
  server.close();
});

test('a paused connection with unread bytes ends at once when the device ends its side', async () => {
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const device = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  device.on('data', (chunk: Buffer) => received.push(chunk));
  const socket = await accepted;
  const closed = once(socket, 'close');
  const read: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => read.push(chunk));
  const pausable = pausableSocket(socket);
  pausable.hold('stopping');
  await new Promise<void>((resolve) => device.write('a report that is not read any more', () => resolve()));

  // The deadline for a device that never closes its side does not come here.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  socket.write('acknowledgement');
  pausable.end();

  const [[isBroken]] = await Promise.all([closed, once(device, 'close')]);
  expect(isBroken).toBe(false);
  expect(Buffer.concat(received).toString()).toBe('acknowledgement');
  expect(read).toEqual([]);
});
