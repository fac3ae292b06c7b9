import { createECDH } from 'node:crypto';
import webPush from 'web-push';

/** The keys of a browser's subscription, base64url: its P-256 public key and its secret. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Browsers accept one record of 4,096 bytes; header, tag and padding delimiter take the rest. */
const MAX_BYTES = 3993;

/**
 * Encrypts a message for one browser (RFC 8291) as a single aes128gcm record (RFC 8188).
 * @param plain at most 3,993 bytes
 * @throws Error when the browser's key is not a point of the curve, or the message is too long
 */
export function encryptPush(plain: Buffer, { p256dh, auth }: PushKeys): Buffer {
  if (plain.length > MAX_BYTES) throw new Error('the message is too long for a push');
  return webPush.encrypt(p256dh, auth, plain, 'aes128gcm').cipherText;
}

/** The keys that identify this server to push services (VAPID, RFC 8292): P-256, base64url. */
export interface VapidKeys {
  /** Browsers subscribe with this one. */
  publicKey: string;
  privateKey: string;
}

/** A new private key of 32 bytes, to be stored. */
export function newVapidSecret(): Buffer {
  return Buffer.from(webPush.generateVAPIDKeys().privateKey, 'base64url');
}

/** The key pair of a stored private key. @throws Error when it is not a valid one */
export function vapidKeys(secret: Uint8Array): VapidKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(secret);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: Buffer.from(secret).toString('base64url') };
}

/**
 * The `Authorization` header of a push (RFC 8292, section 3), valid for 12 hours at the service of this endpoint.
 * @param subject a contact of the operator: an https or mailto address
 */
export function vapidHeader({ publicKey, privateKey }: VapidKeys, endpoint: string, subject: string): string {
  const service = new URL(endpoint).origin;
  return webPush.getVapidHeaders(service, subject, publicKey, privateKey, 'aes128gcm').Authorization;
}
