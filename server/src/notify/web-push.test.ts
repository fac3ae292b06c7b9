import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPush, newVapidSecret, vapidHeader, vapidKeys } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('encrypts the example of RFC 8291, section 5', () => {
  const own = createECDH('prime256v1');
  own.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const plain = Buffer.from('When I grow up, I want to be a watermelon');
  expect(encryptPush(plain, keys, own, bytes('DGv6ra1nlYgDCS1FRnbzlw')).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('refuses what fits no record, and a key that is no point', () => {
  const point = vapidKeys(newVapidSecret()).publicKey;
  const keys = { p256dh: point, auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  expect(encryptPush(Buffer.alloc(3993), keys).length).toBe(4096);
  expect(() => encryptPush(Buffer.alloc(3994), keys)).toThrow('too long');
  expect(() => encryptPush(Buffer.from('x'), { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toThrow();
});

test('signs for the service of the endpoint, for twelve hours (RFC 8292)', () => {
  const keys = vapidKeys(newVapidSecret());
  const now = Date.UTC(2026, 0, 1);
  const header = vapidHeader(keys, 'https://push.example.net:8443/a/b?c', 'mailto:ops@example.org', now);
  const found = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header);
  const [head = '', claims = '', signature = '', key = ''] = found?.slice(1) ?? [];
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example.net:8443',
    exp: now / 1000 + 43_200,
    sub: 'mailto:ops@example.org',
  });
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
