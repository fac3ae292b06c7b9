import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** What a browser said when it subscribed, base64url: its P-256 point and its secret. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

const RECORD_BYTES = 4096;

/**
 * Encrypts a message for one browser (RFC 8291, in the one record of aes128gcm, RFC 8188).
 * @param plain at most 3,993 bytes
 * @throws Error where the browser's key is no point of the curve, or the message is too long
 */
export function encryptPush(
  plain: Uint8Array,
  keys: PushKeys,
  own: ECDH = newEcdh(),
  salt: Uint8Array = randomBytes(16),
): Buffer {
  if (plain.length > RECORD_BYTES - 16 - 1 - 86) throw new Error('the message is too long for a push');
  const theirPublic = Buffer.from(keys.p256dh, 'base64url');
  const ownPublic = own.getPublicKey();
  const shared = own.computeSecret(theirPublic);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirPublic, ownPublic]);
  const secret = derive(shared, Buffer.from(keys.auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 marks the last record (RFC 8188, section 2).
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(Uint8Array.of(2)), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Uint8Array.of(ownPublic.length), ownPublic, sealed, cipher.getAuthTag()]);
}

function newEcdh(): ECDH {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return ecdh;
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** The keys by which push services know this server (VAPID, RFC 8292): P-256. */
export interface VapidKeys {
  /** Point, base64url: what browsers subscribe with. */
  publicKey: string;
  privateKey: KeyObject;
}

/** 32 bytes of a private key, to keep. */
export function newVapidSecret(): Buffer {
  // Shorter than 32 bytes where the number begins with zeros.
  const secret = newEcdh().getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - secret.length), secret]);
}

/** The keys of a kept private key. @throws Error where it is none */
export function vapidKeys(secret: Uint8Array): VapidKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(secret);
  const point = ecdh.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(secret).toString('base64url'),
    x: coordinate(1),
    y: coordinate(33),
  };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

const TOKEN_S = 12 * 3600;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The header `Authorization` of a push (RFC 8292, section 3): a token for the service of this endpoint.
 * @param subject how its operator reaches us: an https or mailto address
 * @param now epoch milliseconds
 */
export function vapidHeader(keys: VapidKeys, endpoint: string, subject: string, now: number): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + TOKEN_S, sub: subject };
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}
