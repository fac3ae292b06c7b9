import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 128 random bits in base32, which a person can type and a URL needs no escaping for. */
export const newDeviceSecret = (): string => base32(randomBytes(16));

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time. */
export const isSecret = (given: string, hash: Buffer): boolean => timingSafeEqual(secretHash(given), hash);

/** The format of `newIdentity` in the browser. Such an identity cannot be guessed, so a look-up needs no limit. */
export const isUnguessable = (identity: string): boolean => /^[a-z2-7]{26}$/.test(identity);

/**
 * Extracts the secret of a request: the parameter `secret` of its URL, otherwise the password of Basic authentication
 * (RFC 7617). Returns the URL without it, for display and storage.
 */
export function takeSecret(url: string, authorization: string | undefined): { url: string; secret: string | null } {
  const [path, query] = splitOnce(url, '?');
  let secret: string | null = null;
  const rest = (query ?? '').split('&').filter((part) => {
    const given = new URLSearchParams(part).get('secret');
    secret ??= given;
    return given === null;
  });
  return {
    url: secret === null ? url : [path, rest.join('&')].filter((part) => part !== '').join('?'),
    secret: secret ?? basicPassword(authorization),
  };
}

function basicPassword(authorization: string | undefined): string | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [user, password] = splitOnce(Buffer.from(encoded, 'base64').toString('utf8'), ':');
  return password || user || null;
}

function splitOnce(text: string, at: string): [string, string?] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

/** Base32 of RFC 4648 in lower case, without padding. */
function base32(bytes: Uint8Array): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value & 31) << 8) | byte;
    bits += 8;
    while (bits >= 5) text += letters[(value >>> (bits -= 5)) & 31];
  }
  return bits > 0 ? text + letters[(value << (5 - bits)) & 31] : text;
}
