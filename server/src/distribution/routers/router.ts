import type { Coordinates } from '@milepost/contract/common';
import { ServiceFault } from '../../ask-service.ts';
import type { DrivingTable, ReadDrivingTable } from '../driving-times.ts';

/** The supported services, by the format of their requests and responses. */
export const ROUTER_FORMS = ['osrm', 'valhalla'] as const;
export type RouterForm = (typeof ROUTER_FORMS)[number];

/** The location of a router, and how to call it. */
export interface RouterService {
  form: RouterForm;
  /** Includes the key as a parameter, if the service needs one. */
  url: string;
  /** The vehicle profile in the service's own terms; empty for its default for cars. */
  profile: string;
}

/** Driving from each of some places to each of others; null where there is no way. */
export interface Block {
  seconds: readonly (readonly (number | null)[])[];
  metres: readonly (readonly (number | null)[])[];
}

/** A client of a service, for as many places per request as services allow. @throws ServiceFault */
export type FetchBlock = (
  from: readonly Coordinates[],
  to: readonly Coordinates[],
  signal: AbortSignal,
) => Promise<Block>;

/** The limits of each request for a block. */
export const ROUTER_REQUEST_LIMITS = { withinMs: 8000, maxBytes: 4 * 1024 * 1024 };

/** The places per request: OSRM allows 100 by default, and Valhalla 2,500 pairs. */
const AT_ONCE = 50;
const PARALLEL = 4;

const isTable = (rows: Block['seconds'], from: number, to: number) =>
  rows.length === from && rows.every((row) => row.length === to);

/** Reads a whole matrix in blocks. A null place is at no distance from everything. */
export function drivingTableReader(fetchBlock: FetchBlock, signal: AbortSignal): ReadDrivingTable {
  return async (places) => {
    const placed = places.flatMap((place, index) => (place ? [{ place, index }] : []));
    const table: DrivingTable = {
      metres: new Float64Array(places.length ** 2),
      seconds: new Float64Array(places.length ** 2),
    };
    const parts = Array.from({ length: Math.ceil(placed.length / AT_ONCE) }, (_, part) =>
      placed.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
    );
    const blocks = parts.flatMap((from) => parts.map((to) => ({ from, to })));
    const rowOf = places.length;
    const work = async () => {
      for (let next = blocks.pop(); next; next = blocks.pop()) {
        const { from, to } = next;
        const block = await fetchBlock(
          from.map(({ place }) => place),
          to.map(({ place }) => place),
          signal,
        );
        if (![block.seconds, block.metres].every((rows) => isTable(rows, from.length, to.length)))
          throw new ServiceFault('its table has other rows than it was asked for');
        for (const [row, { index: start }] of from.entries()) {
          for (const [column, { index: end }] of to.entries()) {
            const at = start * rowOf + end;
            table.seconds[at] = start === end ? 0 : (block.seconds[row]?.[column] ?? Infinity);
            table.metres[at] = start === end ? 0 : (block.metres[row]?.[column] ?? Infinity);
          }
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return table;
  };
}
