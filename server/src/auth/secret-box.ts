import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets, so that access to the database alone does not reveal them. */
export interface SecretBox {
  /** AES-256-GCM; `context` binds the result to where it is stored. */
  seal(plain: Uint8Array, context: string): Buffer;
  /** @throws Error when the key differs, or the bytes were changed or moved */
  open(sealed: Uint8Array, context: string): Buffer;
  /** A keyed hash, for secrets that are only ever compared. */
  hash(text: string): Buffer;
  /** The key of `hash`, which outlives a rotation of the secret key. */
  readonly hashingKey: Buffer;
  /** By which the processes of this installation know each other. */
  readonly busKey: Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * @param key 32 bytes
 * @param hashingKey that of `hash`; by default it follows from the key
 */
export function createSecretBox(key: Uint8Array, hashingKey?: Buffer): SecretBox {
  if (key.length !== 32) throw new Error('the secret key must have 32 bytes');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `milepost ${purpose}`, 32));
  const sealing = derive('seal');
  const hashing = hashingKey ?? derive('hash');
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    hash: (text) => createHmac('sha256', hashing).update(text).digest(),
    hashingKey: hashing,
    busKey: derive('bus'),
  };
}
