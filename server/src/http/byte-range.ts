import type { ByteSpan } from '../files/blob-store.ts';

/**
 * The span requested by a `Range` header (RFC 9110, section 14.1.2): null for the whole, when the header has another
 * unit or form or requests several spans; 'none' when it lies outside.
 */
export function byteRange(header: string | undefined, size: number): ByteSpan | 'none' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start >= size || (first === '' && Number(last) === 0) ? 'none' : { start, end };
}
