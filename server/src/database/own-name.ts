import { hostname } from 'node:os';

/** The end of the names of processes that do jobs alone, beside the one that stores positions. */
export const BESIDE_SUFFIX = ' (jobs)';
/** PostgreSQL truncates longer names. */
const MAX_NAME_BYTES = 63;

/** Name of this process in the list of the database's connections; its end says that it does jobs alone. */
export function ownName(isBeside: boolean): string {
  const end = isBeside ? BESIDE_SUFFIX : '';
  const room = MAX_NAME_BYTES - Buffer.byteLength(end);
  return Buffer.from(`Milepost ${process.pid} on ${hostname()}`).subarray(0, room).toString() + end;
}
