/** Bytes of a segment of the write-ahead log: the default of PostgreSQL, which the embedded one has. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_PER_ID = 0x1_0000_0000n / BigInt(SEGMENT_BYTES);

/** A position in the write-ahead log, such as `1/2A000028`, in bytes. */
export function lsnBytes(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`);
}

/** The number of the segment that contains a position. */
export const segmentOf = (lsn: string): bigint => lsnBytes(lsn) / BigInt(SEGMENT_BYTES);

/** The file name of a segment, such as `000000010000000000000003`. */
export function segmentName(timeline: number, segment: bigint): string {
  const parts = [BigInt(timeline), segment / SEGMENTS_PER_ID, segment % SEGMENTS_PER_ID];
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
}

/** The timeline and number of a segment by its file name; null for other files. */
export function parseSegment(name: string): { timeline: number; segment: bigint } | null {
  const [, timeline = '', high = '', low = ''] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (timeline === '') return null;
  return {
    timeline: Number.parseInt(timeline, 16),
    segment: BigInt(`0x${high}`) * SEGMENTS_PER_ID + BigInt(`0x${low}`),
  };
}

/** The folder of the log of one cluster in a backup target. */
export const walFolder = (systemId: string): string => `wal/${systemId}/`;
