import { englishOf } from '@milepost/contract/fault';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testReceiver, type Receiver } from '../testing/receiver.ts';
import { postOut, refusedUrl } from './outbound.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await testReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.status = 204;
  receiver.headers = {};
});

const OPEN = { privateNetworks: true };
const CLOSED = { privateNetworks: false };
const post = (url: string, policy = OPEN, timeoutMs?: number) =>
  postOut({ url, headers: { 'x-mark': 'yes' }, body: 'Grüße' }, policy, timeoutMs);

test('posts the unchanged body, and returns the status', async () => {
  receiver.status = 418;
  expect(await post(receiver.url)).toBe(418);
  expect(receiver.received).toEqual([{ headers: expect.objectContaining({ 'x-mark': 'yes' }), body: 'Grüße' }]);
});

test('follows no redirect', async () => {
  receiver.status = 307;
  receiver.headers = { location: receiver.url };
  expect(await post(receiver.url)).toBe(307);
  expect(receiver.received).toHaveLength(1);
});

test('does not wait for a receiver that does not answer', async () => {
  receiver.status = null;
  await expect(post(receiver.url, OPEN, 100)).rejects.toThrow('No answer came within 0.1 s.');
});

test('reports an unreachable receiver', async () => {
  const gone = await testReceiver();
  await gone.close();
  await expect(post(gone.url)).rejects.toMatchObject({
    message: 'The host refused the connection.',
    fault: { code: 'host-refused', detail: expect.stringContaining('ECONNREFUSED') },
  });
});

test('https to a port that speaks plain http is no secure connection', async () => {
  await expect(post(receiver.url.replace('http:', 'https:'))).rejects.toMatchObject({
    fault: { code: 'host-not-secure', detail: expect.stringContaining('wrong version number') },
  });
});

test.each([
  ['http://example.org/', 'The address must be https.'],
  ['ftp://example.org/', 'The address must be https.'],
  ['https://user:pass@example.org/', 'The address must not contain a password.'],
  ['https://127.0.0.1/', 'The address is in a private network.'],
  // Other notations of 127.0.0.1 that WHATWG URLs support.
  ['https://2130706433/', 'The address is in a private network.'],
  ['https://0x7f.1/', 'The address is in a private network.'],
  ['https://169.254.169.254/latest/meta-data', 'The address is in a private network.'],
  ['https://[::1]/', 'The address is in a private network.'],
  ['https://[::ffff:10.0.0.1]/', 'The address is in a private network.'],
  ['nonsense', 'This is not an address.'],
])('%s is refused as written', async (url, words) => {
  const code = refusedUrl(url, CLOSED);
  expect(code && englishOf({ code })).toBe(words);
  await expect(post(url, CLOSED)).rejects.toThrow(words);
});

test('a name that resolves to this machine is refused when the connection is made', async () => {
  const { port } = new URL(receiver.url);
  const url = `https://localhost:${port}/`;
  expect(refusedUrl(url, CLOSED)).toBeNull();
  await expect(post(url, CLOSED)).rejects.toThrow('The address is in a private network.');
  expect(receiver.received).toEqual([]);
});

test('the operator may allow private networks, and then http', () => {
  expect(refusedUrl('http://10.0.0.1/', OPEN)).toBeNull();
  expect(refusedUrl('ftp://10.0.0.1/', OPEN)).toBe('address-https');
});
