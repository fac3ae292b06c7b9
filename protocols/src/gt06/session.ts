/** Makers with their own meaning for alarm codes or fields; recognised by frames that only they send. */
export type Family = 'standard' | 'seeworld' | 'lw' | 'trx16i';

/** Knowledge from earlier frames of the same connection. */
export interface Session {
  identity: string | null;
  /** Minutes by which the device's clock is ahead of UTC. */
  zoneMinutes: number;
  family: Family;
}

export function newSession(): Session {
  return { identity: null, zoneMinutes: 0, family: 'standard' };
}
