import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { Compression } from 'pmtiles';
import { MapFileFault } from './map-file-fault.ts';

const UNPACK = {
  [Compression.Gzip]: promisify(gunzip),
  [Compression.Brotli]: promisify(brotliDecompress),
  [Compression.Zstd]: promisify(zstdDecompress),
} as const;

/** How HTTP names a compression; null for none, undefined for one that is not known. */
export function encodingOf(compression: Compression): 'gzip' | 'br' | 'zstd' | null | undefined {
  if (compression === Compression.None) return null;
  if (compression === Compression.Gzip) return 'gzip';
  if (compression === Compression.Brotli) return 'br';
  return compression === Compression.Zstd ? 'zstd' : undefined;
}

/** @throws MapFileFault where it is damaged, or would be larger than `most` bytes */
export async function decompress(packed: Uint8Array, compression: Compression, most: number): Promise<Uint8Array> {
  if (compression === Compression.None) return packed;
  if (compression === Compression.Unknown) throw new MapFileFault('other-tiles', 'compressed in an unknown way');
  try {
    return await UNPACK[compression](packed, { maxOutputLength: most });
  } catch (error) {
    throw new MapFileFault('damaged', 'what is compressed cannot be read', { cause: error });
  }
}
