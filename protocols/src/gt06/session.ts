/** Makers that give alarm codes or fields a meaning of their own; recognised by the frames that only they send. */
export type Family = 'standard' | 'seeworld' | 'lw' | 'trx16i';

/** What earlier frames of the same connection said. */
export interface Session {
  identity: string | null;
  /** Minutes that the device's clock is ahead of UTC. */
  zoneMinutes: number;
  family: Family;
}

export function newSession(): Session {
  return { identity: null, zoneMinutes: 0, family: 'standard' };
}
