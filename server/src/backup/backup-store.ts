import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { StartError } from '../errors.ts';
import type { BackupTarget } from './backup-target.ts';

/**
 * An encrypted object: `MPB1`, 16 random bytes from which its own key is derived, AES-256-GCM of the content, and the
 * tag. Its name is authenticated with it, so that objects cannot be exchanged for each other.
 */
const MAGIC = Buffer.from('MPB1');
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Each object has a key of its own, so the nonce need not differ. */
const NONCE = Buffer.alloc(12);

/** Describes the target itself; not encrypted. */
const TARGET_INFO = 'milepost-backup.json';
const Mark = z.object({ format: z.literal(1), keyCheck: z.string().nullable() });

/** The objects of a target, encrypted when there is a key. */
export interface BackupStore extends BackupTarget {
  readonly encrypted: boolean;
}

/**
 * Opens a target for writing or reading backups.
 * @param key 64 hexadecimal digits; null for backups that are not encrypted
 * @throws StartError when the target is away, or holds backups of another key
 */
export async function openBackupStore(
  target: BackupTarget,
  key: string | null,
  purpose: 'read' | 'write',
): Promise<BackupStore> {
  const master = key === null ? null : Buffer.from(key, 'hex');
  const keyCheck = master && derive(master, Buffer.alloc(0), 'check').subarray(0, 8).toString('hex');
  const stored = await target.get(TARGET_INFO);
  if (stored === null) {
    if (purpose === 'read') throw new StartError(`There is no backup in ${target.name}.`);
    await target.put(TARGET_INFO, Buffer.from(`${JSON.stringify({ format: 1, keyCheck })}\n`));
  } else {
    const mark = Mark.safeParse(parseJson(stored));
    if (!mark.success)
      throw new StartError(`${TARGET_INFO} in ${target.name} is damaged, or of a newer version of Milepost.`);
    checkKey(mark.data.keyCheck, keyCheck, target.name);
  }
  return {
    name: target.name,
    encrypted: master !== null,
    list: target.list,
    remove: target.remove,
    put: (name, bytes) => target.put(name, master ? seal(master, name, bytes) : bytes),
    get: async (name) => {
      const bytes = await target.get(name);
      return bytes && master ? unseal(master, name, bytes, target.name) : bytes;
    },
  };
}

function checkKey(stored: string | null, given: string | null, target: string): void {
  if (stored === given) return;
  if (stored === null) {
    throw new StartError(
      `The backups in ${target} are not encrypted, but BACKUP_KEY is set. Leave it out, or use another folder for encrypted ones.`,
    );
  }
  throw new StartError(
    given === null
      ? `The backups in ${target} are encrypted: set BACKUP_KEY.`
      : `BACKUP_KEY is not the key of the backups in ${target}.`,
  );
}

function seal(master: Buffer, name: string, bytes: Uint8Array): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derive(master, salt, 'object'), NONCE);
  cipher.setAAD(Buffer.from(name));
  const content = cipher.update(bytes);
  return Buffer.concat([MAGIC, salt, content, cipher.final(), cipher.getAuthTag()]);
}

function unseal(master: Buffer, name: string, bytes: Buffer, target: string): Buffer {
  const start = MAGIC.length + SALT_BYTES;
  try {
    const salt = bytes.subarray(MAGIC.length, start);
    const decipher = createDecipheriv('aes-256-gcm', derive(master, salt, 'object'), NONCE, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(start, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw damagedObject(target, name, cause);
  }
}

/** The fault of an object whose content is not what was stored. */
export const damagedObject = (target: string, name: string, cause?: unknown): StartError =>
  new StartError(`${name} in ${target} is damaged.`, { cause });

const derive = (master: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, salt, `milepost backup ${info}`, 32));

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
