import type { Attributes } from '@milepost/protocols/types';
import type { Position } from './position.ts';

/**
 * Returns a 32-bit hash of a report's content, so that two different reports for the same second are both stored and a
 * repeated one is recognised. `archived` does not count: a device sets it when it repeats a report from its memory.
 * FNV-1a over 32-bit words with a final avalanche (MurmurHash3's finaliser).
 */
export function positionHash(position: Position): number {
  let hash = FNV_OFFSET;
  hash = mix(hash, Math.round(position.lat * 1e7));
  hash = mix(hash, Math.round(position.lon * 1e7));
  hash = mix(hash, Math.round(position.speedKph * 10));
  hash = mix(hash, Math.round(position.courseDeg));
  hash = mix(hash, position.altitudeM === null ? 0x7fffffff : Math.round(position.altitudeM));
  hash = mix(hash, position.valid ? 1 : 0);
  return finish(mixAttributes(hash, position.attributes));
}

/** The same for a report without a fix. */
export function statusHash(attributes: Attributes): number {
  return finish(mixAttributes(FNV_OFFSET, attributes));
}

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
const bits = new DataView(new ArrayBuffer(8));

function mix(hash: number, word: number): number {
  return Math.imul(hash ^ (word | 0), FNV_PRIME);
}

/** Sums the hash of each attribute, so that the order in which a decoder lists them does not matter. */
function mixAttributes(hash: number, attributes: Attributes): number {
  let sum = 0;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || name === 'archived') continue;
    sum = (sum + finish(mixValue(mixText(FNV_OFFSET, name), value))) | 0;
  }
  return mix(hash, sum);
}

function mixValue(hash: number, value: string | number | boolean | readonly string[]): number {
  if (typeof value === 'number') {
    bits.setFloat64(0, value);
    return mix(mix(hash, bits.getInt32(0)), bits.getInt32(4));
  }
  if (typeof value === 'boolean') return mix(hash, value ? 2 : 3);
  if (typeof value === 'string') return mixText(hash, value);
  return value.reduce((sofar, text) => mixText(mix(sofar, 5), text), hash);
}

function mixText(hash: number, text: string): number {
  for (let index = 0; index < text.length; index++) hash = mix(hash, text.charCodeAt(index));
  return hash;
}

function finish(hash: number): number {
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
