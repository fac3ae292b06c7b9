import { expect, test } from 'vitest';
import { newDeviceSecret, secretHash } from './device-secret.ts';
import { maskSecret, maskSecrets } from './mask-secrets.ts';

const SECRET = 'abcdefghijklmnopqrstuvwx23';

test.each([
  ['GET /?id=a&lat=1;secret=S', 'GET /?id=a&lat=1;secret=***'],
  ['GET /?id=a&SECRET=S&lat=1', 'GET /?id=a&SECRET=***&lat=1'],
  ['GET /?id=a&Secret=S', 'GET /?id=a&Secret=***'],
  ['GET /?id=a%26secret%3DS%26lat=1', 'GET /?id=a%26secret%3D***%26lat=1'],
  ['GET /secret:S?id=a', 'GET /secret:***?id=a'],
  ['GET /?id=a&device_secret=S', 'GET /?id=a&device_secret=***'],
  ['GET /?id=a&password=S&passwd=S&token=S', 'GET /?id=a&password=***&passwd=***&token=***'],
  ['id=a&lat=1&secret=S\nlon=2', 'id=a&lat=1&secret=***\nlon=2'],
  ['{"id":"a","secret":"S","lat":1}', '{"id":"a","secret":"***","lat":1}'],
  ['{"id":"a","Secret" : "S"}', '{"id":"a","Secret" : "***"}'],
  ['{"secret":12345,"lat":1}', '{"secret":0,"lat":1}'],
  ['GET /?id=secretary&lat=1&note=token', 'GET /?id=secretary&lat=1&note=token'],
])('masks everything that looks like a secret: %s', (text, masked) => {
  expect(
    maskSecrets(
      text.replaceAll('S', (letter, at: number) =>
        text.slice(at, at + 6) === 'SECRET' || text.slice(at, at + 6) === 'Secret' ? letter : SECRET,
      ),
    ),
  ).toBe(masked);
});

test('takes no longer for a long text of nothing but beginnings of secrets', () => {
  const began = performance.now();
  maskSecrets('secret'.repeat(50_000));
  maskSecrets(`secret=${'%'.repeat(200_000)}`);
  maskSecrets('secret   '.repeat(30_000));
  expect(performance.now() - began).toBeLessThan(1000);
});

test('masks the secret of the device under any name, and no other word', () => {
  const own = newDeviceSecret();
  const hash = secretHash(own);
  expect(maskSecret(`GET /?id=${SECRET}&key=${own}&x={"y":"${own}"}`, hash)).toBe(
    `GET /?id=${SECRET}&key=***&x={"y":"***"}`,
  );
});
