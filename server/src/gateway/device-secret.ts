import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 128 random bits, in characters that a person can type and that need no escaping in an address. */
export const newDeviceSecret = (): string => base32(randomBytes(16));

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** In the same time whatever is wrong with it. */
export const isSecret = (given: string, hash: Buffer): boolean => timingSafeEqual(secretHash(given), hash);

/** What `newIdentity` of the browser makes: nobody guesses one, so looking for it needs no limit. */
export const isUnguessable = (identity: string): boolean => /^[a-z2-7]{26}$/.test(identity);

/**
 * The secret that a request carries: the parameter `secret` of its address, else the password of Basic authentication
 * (RFC 7617). The address comes back without it, for what is shown and stored.
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

/** RFC 4648, in small letters and without padding. */
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
