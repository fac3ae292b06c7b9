const endings = new Set<() => void>();
let listening = false;

/**
 * Calls `end` if this program is interrupted, so that no process of a benchmark outlives it. Returns a function that
 * undoes this.
 */
export function onAbandon(end: () => void): () => void {
  endings.add(end);
  if (!listening) {
    listening = true;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        for (const one of endings) one();
        process.exit(130);
      });
    }
  }
  return () => endings.delete(end);
}

/** Kills a process if there is one. */
export function killHard(pid: number | null | undefined): void {
  if (!pid) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
