import type { Queryable } from '../database.ts';

/** Stores a sealed secret that is not in force yet, unless another one is in force. Returns whether it was stored. */
export async function storePendingSecret(db: Queryable, userId: number, sealed: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO two_factor (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE two_factor.confirmed_at IS NULL`,
    [userId, sealed],
  );
  return rowCount === 1;
}

/** The sealed secret, locked until the transaction ends; null if there is none. */
export async function lockSecret(
  db: Queryable,
  userId: number,
): Promise<{ sealed: Buffer; confirmed: boolean; lastStep: number } | null> {
  const { rows } = await db.query<{ sealed: Buffer; confirmed: boolean; lastStep: number }>(
    `SELECT secret AS sealed, confirmed_at IS NOT NULL AS confirmed, last_step::float8 AS "lastStep"
     FROM two_factor WHERE user_id = $1 FOR UPDATE`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Marks the code of this time step as used; `confirm` puts the secret into force. */
export async function useStep(db: Queryable, userId: number, step: number): Promise<void> {
  await db.query('UPDATE two_factor SET last_step = $2 WHERE user_id = $1', [userId, step]);
}

export async function confirmSecret(db: Queryable, userId: number): Promise<void> {
  await db.query('UPDATE two_factor SET confirmed_at = now() WHERE user_id = $1', [userId]);
}

/** Disables two-factor sign-in of a user; returns whether it was in force. */
export async function removeTwoFactor(db: Queryable, userId: number): Promise<boolean> {
  await db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  const { rows } = await db.query<{ confirmed: boolean }>(
    'DELETE FROM two_factor WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS confirmed',
    [userId],
  );
  return rows[0]?.confirmed ?? false;
}

/** Replaces the recovery codes. */
export async function replaceRecoveryCodes(db: Queryable, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await db.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [userId, hashes]);
}

/** Consumes a recovery code; false if it is unknown or was used. */
export async function useRecoveryCode(db: Queryable, userId: number, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hash],
  );
  return rowCount === 1;
}

interface Challenge {
  tokenHash: Buffer;
  userId: number;
  /** The hash of the cookie of the browser that sent the password. */
  cookieHash: Buffer;
}

/** The minutes within which the second step must follow the first. */
const CHALLENGE_MINUTES = 5;

/** Stores that the password was right; older challenges of the same browser become invalid. */
export async function insertChallenge(db: Queryable, challenge: Challenge): Promise<void> {
  await db.query('DELETE FROM sign_in_challenges WHERE cookie_hash = $1 OR expires_at < now()', [challenge.cookieHash]);
  await db.query(
    `INSERT INTO sign_in_challenges (token_hash, user_id, cookie_hash, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(mins => $4))`,
    [challenge.tokenHash, challenge.userId, challenge.cookieHash, CHALLENGE_MINUTES],
  );
}

/** The user of a challenge; null if it expired, was used, or belongs to another browser. */
export async function findChallenge(
  db: Queryable,
  tokenHash: Buffer,
  cookieHashes: readonly Buffer[],
): Promise<number | null> {
  const { rows } = await db.query<{ userId: number }>(
    `SELECT user_id AS "userId" FROM sign_in_challenges
     WHERE token_hash = $1 AND cookie_hash = ANY($2::bytea[]) AND expires_at > now()`,
    [tokenHash, cookieHashes],
  );
  return rows[0]?.userId ?? null;
}

/** Consumes a challenge; false if another call did. */
export async function endChallenge(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM sign_in_challenges WHERE token_hash = $1', [tokenHash]);
  return rowCount === 1;
}
