import { createECDH } from 'node:crypto';
import webPush from 'web-push';

/** What a browser said when it subscribed, base64url: its P-256 point and its secret. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** What one record of 4,096 bytes holds beside the header, the tag and the mark of its end; more, a browser refuses. */
const MOST_BYTES = 3993;

/**
 * Encrypts a message for one browser (RFC 8291, in the one record of aes128gcm, RFC 8188).
 * @param plain at most 3,993 bytes
 * @throws Error where the browser's key is no point of the curve, or the message is too long
 */
export function encryptPush(plain: Buffer, { p256dh, auth }: PushKeys): Buffer {
  if (plain.length > MOST_BYTES) throw new Error('the message is too long for a push');
  return webPush.encrypt(p256dh, auth, plain, 'aes128gcm').cipherText;
}

/** The keys by which push services know this server (VAPID, RFC 8292): P-256, base64url. */
export interface VapidKeys {
  /** Point: what browsers subscribe with. */
  publicKey: string;
  privateKey: string;
}

/** 32 bytes of a private key, to keep. */
export function newVapidSecret(): Buffer {
  return Buffer.from(webPush.generateVAPIDKeys().privateKey, 'base64url');
}

/** The keys of a kept private key. @throws Error where it is none */
export function vapidKeys(secret: Uint8Array): VapidKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(secret);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: Buffer.from(secret).toString('base64url') };
}

/**
 * The header `Authorization` of a push (RFC 8292, section 3): a token for the service of this endpoint, for 12 hours.
 * @param subject how its operator reaches us: an https or mailto address
 */
export function vapidHeader({ publicKey, privateKey }: VapidKeys, endpoint: string, subject: string): string {
  const service = new URL(endpoint).origin;
  return webPush.getVapidHeaders(service, subject, publicKey, privateKey, 'aes128gcm').Authorization;
}
