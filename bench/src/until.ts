import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when `holds` returns true; throws an error with the text `otherwise` if it does not within `withinMs`. */
export async function waitUntil(holds: () => boolean, withinMs: number, otherwise: () => string): Promise<void> {
  for (const deadline = performance.now() + withinMs; !holds(); await delay(20)) {
    if (performance.now() > deadline) throw new Error(otherwise());
  }
}
