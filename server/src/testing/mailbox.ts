import type { Queryable } from '../store/database.ts';

/**
 * The token of the link in the newest mail to this address that waits to be sent (`MAIL` of the HTTP fixture). Polls,
 * since some mails are written after the answer.
 */
export async function linkTo(db: Queryable, address: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await db.query<{ secret: string }>(
      'SELECT secret FROM mails WHERE recipient = $1 AND secret IS NOT NULL ORDER BY id DESC LIMIT 1',
      [address],
    );
    const token = /\/authentication\/reset-password#token=([\w-]{43})$/.exec(rows[0]?.secret ?? '')?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no link was mailed to ${address}`);
}
