import { setTimeout as delay } from 'node:timers/promises';

/** By then a report is stored, as a rule, so that to store it delays no answer. */
const SHORTEST_MS = 150;
const LONGEST_MS = 250;

/** A time after which an answer does not show what was done meanwhile. */
export const waitRandomDelay = (): Promise<void> =>
  delay(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS), undefined, { ref: false });
