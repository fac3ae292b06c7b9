import { setTimeout as delay } from 'node:timers/promises';

/** A report is usually stored by then, so the reply time does not depend on whether it was stored. */
const SHORTEST_MS = 150;
const LONGEST_MS = 250;

/** Resolves after a random delay, so that the reply time does not reveal what was done meanwhile. */
export const waitRandomDelay = (): Promise<void> =>
  delay(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS), undefined, { ref: false });
