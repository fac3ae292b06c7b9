import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Gives this process the lowest priority: what it does, such as compression and encryption of a large database, must not
 * take the time of devices. Linux counts priority by thread, and those that compress may already run.
 */
export function takeLowPriority(): void {
  for (const thread of threadsOfProcess()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // The thread has ended, or this system does not allow it.
    }
  }
}

/** The ids of the threads on Linux; elsewhere 0, which is the process itself. */
function threadsOfProcess(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}
