import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPush, newVapidSecret, vapidHeader, vapidKeys } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

const derive = (secret: Uint8Array, by: Uint8Array, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, by, info, length));

/** Decrypts as a browser does: RFC 8291, section 3.4, and RFC 8188, section 2, for one record. */
function decryptPush(message: Buffer, own: ECDH, auth: Buffer): Buffer {
  const [salt, size, theirs] = [message.subarray(0, 16), message.readUInt32BE(16), message.subarray(21, 86)];
  const record = message.subarray(86);
  if (message.readUInt8(20) !== 65 || record.length > size) throw new Error('not one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
  const secret = derive(own.computeSecret(theirs), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error('not the last record');
  return plain.subarray(0, end);
}

const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg';
const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const browser = createECDH('prime256v1');
browser.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));

test('a browser decrypts it like the example of RFC 8291, section 5', () => {
  expect(browser.getPublicKey('base64url')).toBe(P256DH);
  const example =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const plain = 'When I grow up, I want to be a watermelon';
  expect(decryptPush(bytes(example), browser, bytes(AUTH)).toString()).toBe(plain);
  const ours = encryptPush(Buffer.from(plain), { p256dh: P256DH, auth: AUTH });
  expect(decryptPush(ours, browser, bytes(AUTH)).toString()).toBe(plain);
  expect(ours.length).toBe(bytes(example).length);
  // Each message has its own key and salt (RFC 8291, section 3.1).
  expect(encryptPush(Buffer.from(plain), { p256dh: P256DH, auth: AUTH }).equals(ours)).toBe(false);
});

test('refuses a message that fits no record, and a key that is no point', () => {
  const keys = { p256dh: P256DH, auth: AUTH };
  const longest = encryptPush(Buffer.alloc(3993, 1), keys);
  expect(longest.length).toBe(4096);
  expect(decryptPush(longest, browser, bytes(AUTH))).toHaveLength(3993);
  expect(() => encryptPush(Buffer.alloc(3994), keys)).toThrow('too long');
  expect(() => encryptPush(Buffer.from('x'), { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toThrow();
});

test('a stored private key gives its point (RFC 8291, section 5), and is never short', () => {
  expect(vapidKeys(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94')).publicKey).toBe(P256DH);
  expect(newVapidSecret()).toHaveLength(32);
  expect(() => vapidKeys(Buffer.alloc(32))).toThrow();
});

test('signs for the service of the endpoint, for twelve hours (RFC 8292)', () => {
  const keys = vapidKeys(newVapidSecret());
  const now = Date.now() / 1000;
  const header = vapidHeader(keys, 'https://push.example.net:8443/a/b?c', 'mailto:ops@example.org');
  const found = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header);
  const [head = '', claims = '', signature = '', key = ''] = found?.slice(1) ?? [];
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  const payload: { exp: number } = JSON.parse(bytes(claims).toString());
  expect(payload).toEqual({
    aud: 'https://push.example.net:8443',
    exp: expect.any(Number),
    sub: 'mailto:ops@example.org',
  });
  expect(Math.abs(payload.exp - now - 43_200)).toBeLessThan(5);
  const point = bytes(key);
  expect(point).toHaveLength(65);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, bytes(signature))).toBe(true);
});
