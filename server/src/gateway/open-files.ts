import { readFileSync } from 'node:fs';

/** Kept for the database, the web application and files. */
const LEAST_RESERVE = 256;

/** How many files this process may have open; null where the system does not say, or sets no limit. */
function openFileLimit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
    return Number.isFinite(soft) ? soft : null;
  } catch {
    return null;
  }
}

/**
 * The connections of devices that leave at least 256 files, and a quarter, of what the process may open to everything
 * else: with none left neither a browser nor the database is answered.
 */
export function connectionsWithin(wanted: number, limit = openFileLimit()): number {
  if (limit === null) return wanted;
  return Math.max(1, Math.min(wanted, limit - Math.max(LEAST_RESERVE, Math.ceil(limit / 4))));
}
