import type { MoveResult } from '../store/moves/move-parts.ts';

/** Moves everything and returns the results of all pieces as one. */
export async function moveNow(pieces: AsyncIterable<MoveResult>): Promise<MoveResult> {
  const all: MoveResult = { moved: [], organisationIds: [], devices: [] };
  for await (const { moved, organisationIds, devices } of pieces) {
    all.moved.push(...moved);
    all.devices.push(...devices);
    all.organisationIds = [...new Set([...all.organisationIds, ...organisationIds])];
  }
  return all;
}
