import { expect, it } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { testDatabase } from '../testing/test-database.ts';
import { addDevice, testGateway } from '../testing/test-gateway.ts';

it('accepts the posts of a known phone while its network floods, and delays one that posts too much', async () => {
  const test = await testDatabase();
  const gateway = await testGateway(test);
  const port = gateway.ports.get('osmand/http') ?? 0;
  const clients: { close(): void }[] = [];
  const time = new Date(Date.now() - 60_000).toISOString();
  const report = async (id: string) => {
    const coords = { latitude: 1, longitude: 2 };
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ device_id: id, location: { timestamp: time, coords } }),
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
  try {
    await addDevice(test.database, 'at-home');
    expect(await report('at-home')).toMatchObject({ status: 200 });
    const get = `GET /?id=nobody&lat=1&lon=2&n=${'a'.repeat(12_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    let closed = 0;
    const flood = async () => {
      const client = await deviceClient(port);
      clients.push(client);
      void client.closed.then(() => closed++);
      client.send(Buffer.from(get));
    };
    for (let index = 0; index < 400; index++) await flood();
    // The network is exhausted: GET requests without a known identity are closed unread.
    await expect.poll(() => closed).toBeGreaterThan(0);
    expect(await report('at-home')).toMatchObject({ status: 200 });
    // A request with an identity in the URL can still have a body of any size.
    const one = `POST /?id=at-home HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
    const posts: Awaited<ReturnType<typeof deviceClient>>[] = [];
    const isRefused = () =>
      posts.some((post) => /^HTTP\/1\.1 429 [^]*retry-after: 10/i.test(post.received().toString()));
    // Some requests are still read while the network is only just over its rate; later ones are refused.
    for (let round = 0; round < 40 && !isRefused(); round++) {
      for (let index = 0; index < 10; index++) await flood();
      const post = await deviceClient(port);
      posts.push(post);
      clients.push(post);
      post.send(Buffer.from(one));
    }
    await expect.poll(isRefused).toBe(true);
  } finally {
    for (const client of clients) client.close();
    await gateway.close();
    await test.close();
  }
}, 30_000);
