import { HOTP, Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newRecoveryCodes, normalRecoveryCode } from './second-factor.ts';
import { matchTotp, totpSecret, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codes', () => {
  // RFC 4226, appendix D.
  test.each(
    Object.entries([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ]),
  )('match RFC 4226 for counter %s: %s', (counter, code) => {
    expect(HOTP.generate({ secret: totpSecret(SECRET), counter: Number(counter) })).toBe(code);
    expect(matchTotp(SECRET, code, Number(counter) * 30_000)).toBe(Number(counter));
  });

  // RFC 6238, appendix B, the rows of SHA-1.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('match RFC 6238 at %i s: %s', (seconds, code) => {
    expect(TOTP.generate({ secret: totpSecret(SECRET), timestamp: seconds * 1000, digits: 8 })).toBe(code);
    expect(matchTotp(SECRET, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });
});

test('are valid one step early and late, and no longer', () => {
  // 287082 is the code of step 1, seconds 30 to 59.
  expect(matchTotp(SECRET, '287082', 0)).toBe(1);
  expect(matchTotp(SECRET, '287082', 89_999)).toBe(1);
  expect(matchTotp(SECRET, '287082', 90_000)).toBeNull();
  expect(matchTotp(SECRET, '287083', 45_000)).toBeNull();
  for (const wrong of ['', '28708', '2870820', 'abcdef', '２８７０８２', ' 287082'])
    expect(matchTotp(SECRET, wrong, 45_000)).toBeNull();
});

test('have a secret encoded as in RFC 4648', () => {
  // RFC 4648, section 10, without the padding.
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  };
  for (const [text, base32] of Object.entries(vectors)) {
    expect(totpSecret(Buffer.from(text)).base32).toBe(base32);
    expect(Secret.fromBase32(base32).utf8).toBe(text);
  }
  // A small Buffer is a view of a larger one, none of whose other bytes may be included.
  expect(totpSecret(Buffer.from('xfoobarx').subarray(1, 7)).base32).toBe('MZXW6YTBOI');
});

test('have an address for the app that names account and issuer', () => {
  const uri = new URL(totpUri('MZXW6', 'ana @north', 'Milepost'));
  expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Milepost:ana%20%40north']);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'MZXW6',
    issuer: 'Milepost',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('can be replaced by ten different recovery codes of 80 bits each', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(normalRecoveryCode(code.toUpperCase())).toBe(code.replaceAll('-', ''));
  }
});
