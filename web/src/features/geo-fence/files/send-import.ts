import { IMPORT_BATCH } from '@milepost/contract/fence-limits';
import { call, type CallInput } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import type { FoundFence } from './found-fence.ts';

type Sent = CallInput<'import-fences'>['fences'][number];

/** The maximum size of one call; the server accepts a megabyte. */
const MAX_CHARACTERS = 800_000;

/** The server's error for a row of the file. */
export class RowFault extends Error {
  readonly row: number;
  constructor(row: number, message: string) {
    super(message);
    this.name = 'RowFault';
    this.row = row;
  }
}

/** Splits the rows into parts that fit into a call each. */
export function partsOf<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): Row[][] {
  const parts: Row[][] = [];
  let size = Infinity;
  for (const row of rows) {
    size += sizeOf(row);
    const last = parts.at(-1);
    if (!last || size > MAX_CHARACTERS || last.length >= IMPORT_BATCH) {
      parts.push([row]);
      size = sizeOf(row);
    } else last.push(row);
  }
  return parts;
}

const toSent = (fence: FoundFence, tags: readonly string[], unnamed: string): Sent => ({
  name: fence.name || `${unnamed} ${fence.row}`,
  shape: fence.shape ?? { kind: 'polygon', rings: [[]] },
  tags: [...new Set([...fence.tags, ...tags])].slice(0, 12),
  description: fence.description,
  speedLimitKph: fence.speedLimitKph,
  betweenFixes: fence.betweenFixes,
  ...(fence.colour !== null && { colour: fence.colour }),
});

interface Options {
  /** Added to all geofences. */
  tags: readonly string[];
  /** The name for geofences without one; their row is appended. */
  unnamed: string;
  onProgress: (sent: number) => void;
  /** Cancels before the next call; in that case nothing is added. */
  signal: AbortSignal;
}

/**
 * Sends geofences in as many calls as necessary; they are added with the last call, all or none.
 * @throws RowFault with the row of the file
 */
export async function sendImport(
  fences: readonly FoundFence[],
  { tags, unnamed, onProgress, signal }: Options,
): Promise<number> {
  const parts = partsOf(
    fences.map((fence) => ({ row: fence.row, sent: toSent(fence, tags, unnamed) })),
    ({ sent }) => JSON.stringify(sent).length,
  );
  const earlier: number[] = [];
  for (const [index, part] of parts.entries()) {
    signal.throwIfAborted();
    const more = index < parts.length - 1;
    try {
      const { ids } = await call('import-fences', {
        fences: part.map(({ sent }) => sent),
        more,
        ...(!more && { earlier }),
      });
      earlier.push(...ids);
    } catch (error) {
      throw rowFault(error, part) ?? error;
    }
    onProgress(Math.min(fences.length, earlier.length));
  }
  return fences.length;
}

function rowFault(error: unknown, part: readonly { row: number }[]): RowFault | null {
  if (!(error instanceof CallError)) return null;
  const [field, message] = Object.entries(error.fields)[0] ?? [];
  const index = Number(/^fences\.(\d+)/.exec(field ?? '')?.[1] ?? Number.NaN);
  const row = part[index]?.row;
  return row === undefined || message === undefined ? null : new RowFault(row, message);
}
