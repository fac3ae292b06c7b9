/**
 * A chunk that cannot be read. `checksum`: its bytes changed; `version`: written by a newer program; `truncated`: it
 * ends too early; `malformed`: its checksum is right, but its content is impossible; `kind`: it has rows of another
 * table; `misplaced`: it is of another device or day, or has other rows than the columns stored beside it.
 */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  readonly reason: 'checksum' | 'version' | 'truncated' | 'malformed' | 'kind' | 'misplaced';

  constructor(reason: ChunkError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export const malformed = (what: string): ChunkError => new ChunkError('malformed', `malformed chunk: ${what}`);
