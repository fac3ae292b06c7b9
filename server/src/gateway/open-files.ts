import { readFileSync } from 'node:fs';

/** The reserve for the database, the web application and files. */
const MIN_RESERVE = 256;

/** The number of files that this process may open; null when the system does not report it, or sets no limit. */
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
 * The number of device connections that leaves at least 256 of the process's open files, and at least a quarter, for
 * everything else. Without any left, neither browsers nor the database could be served.
 */
export function connectionsWithin(wanted: number, limit = openFileLimit()): number {
  if (limit === null) return wanted;
  return Math.max(1, Math.min(wanted, limit - Math.max(MIN_RESERVE, Math.ceil(limit / 4))));
}
