import { createSocket } from 'node:dgram';
import * as teltonika from '@milepost/protocols/teltonika/device';
import { expect, it } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { testDatabase } from '../testing/test-database.ts';
import { addDevice, testGateway } from '../testing/test-gateway.ts';

it('accepts reports of known devices over TCP, UDP and HTTP while unknown ones use all that they may', async () => {
  const test = await testDatabase();
  const gateway = await testGateway(test);
  const clients: { close(): void }[] = [];
  const port = (name: string) => gateway.ports.get(name) ?? 0;
  const unread = async () =>
    Number(/milepost_gateway_bytes\{kind="unread"\} (\d+)/.exec(await gateway.registry.metrics())?.[1]);
  try {
    const [tracker, sender, phone] = ['868000000000011', '868000000000012', 'a-phone'];
    for (const identity of [tracker, sender, phone]) await addDevice(test.database, identity);
    // Incomplete bodies from five networks, as many as are accepted.
    const body = Buffer.alloc(60_000, 'a');
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60001\r\n\r\n';
    for (let index = 0; index < 5 * 150; index++) {
      const client = await deviceClient(port('osmand/http'), `127.0.0.${10 + (index % 5)}`);
      clients.push(client);
      client.send(Buffer.concat([Buffer.from(head), body]));
    }
    await expect.poll(unread, { timeout: 10_000 }).toBeGreaterThan(31 * 1024 * 1024);

    const fix = { time: new Date(Date.now() - 60_000), lat: -34.9, lon: -56.16, elements: [] };
    const client = await deviceClient(port('teltonika/tcp'), '127.0.0.10');
    clients.push(client);
    client.send(teltonika.encodeLogin(tracker));
    await expect.poll(() => client.received().toString('hex')).toBe('01');
    // More than the uncounted bytes, in two pieces: known devices have room of their own.
    const elements = Array.from({ length: 300 }, (_, index) => ({ id: 200 + index, size: 8 as const, value: 1 }));
    const large = teltonika.encodeAvl([{ ...fix, elements }], 0x8e);
    expect(large.length).toBeGreaterThan(2048);
    client.send(large.slice(0, -10));
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.send(large.slice(-10));
    await expect.poll(() => client.received().toString('hex')).toBe('0100000001');

    const socket = createSocket('udp4');
    clients.push({ close: () => socket.close() });
    let answers = 0;
    socket.on('message', () => answers++);
    socket.send(teltonika.encodeAvlUdp(sender, 1, 1, [fix]), port('teltonika/udp'), '127.0.0.1');
    await expect.poll(() => answers).toBe(1);

    const report = JSON.stringify({
      device_id: phone,
      location: { timestamp: fix.time.toISOString(), coords: { latitude: 1, longitude: 2 } },
    });
    const answer = await fetch(`http://127.0.0.1:${port('osmand/http')}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: report,
    });
    expect(answer.status).toBe(200);
  } finally {
    for (const client of clients) client.close();
    await gateway.close();
    await test.close();
  }
}, 30_000);
