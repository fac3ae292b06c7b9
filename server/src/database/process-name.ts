import { hostname } from 'node:os';

/** PostgreSQL truncates longer names. */
const MAX_NAME_BYTES = 63;

/**
 * The name of this process in the list of the database's connections, such as `Milepost 4711 on fleet-1 (web, jobs)`.
 * @param roles none for a command, and for a server that is the only one
 */
export function processName(roles: Iterable<string> = []): string {
  const list = [...roles].join(', ');
  const end = list === '' ? '' : ` (${list})`;
  const room = MAX_NAME_BYTES - Buffer.byteLength(end);
  return Buffer.from(`Milepost ${process.pid} on ${hostname()}`).subarray(0, room).toString() + end;
}

/** Matches the names that show roles. */
export const WITH_ROLES = String.raw`^Milepost \d+ on .* \([a-z, ]+\)$`;
/** Matches the names that show roles and not that positions are stored. */
export const WITHOUT_INGEST = String.raw`^Milepost \d+ on .* \((?![a-z, ]*ingest)[a-z, ]+\)$`;
