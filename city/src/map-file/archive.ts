import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import {
  bytesToHeader,
  Compression,
  type Entry,
  findTile,
  type Header,
  readVarint,
  SharedPromiseCache,
  type Source,
  TileType,
  tileTypeExt,
  zxyToTileId,
} from 'pmtiles';
import { MapFileFault } from './map-file-fault.ts';

/** A PMTiles file that is read by ranges: a limited number of directories is cached, tiles are not. */
export interface Archive {
  path: string;
  /** Changes when the file does. */
  version: string;
  header: Header;
  /** The JSON metadata in the file. */
  metadata: unknown;
  /** Compression of the tiles in the file, by its HTTP name; null if they are not compressed. */
  encoding: ReturnType<typeof encodingOf>;
  /**
   * Returns a tile as stored in the file, or null.
   * @throws MapFileFault if the file is damaged
   */
  storedTile(z: number, x: number, y: number): Promise<Uint8Array | null>;
  /**
   * Returns a tile, decompressed.
   * @throws MapFileFault if the file is damaged
   */
  tile(z: number, x: number, y: number): Promise<Uint8Array | null>;
  /**
   * Decompresses a stored tile.
   * @throws MapFileFault
   */
  unpack(stored: Uint8Array): Promise<Uint8Array>;
  /**
   * Returns the directory at this offset after the start of the leaves.
   * @throws MapFileFault
   */
  directory(entry: Entry | null): Promise<Entry[]>;
  bytes(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The maximum number of cached directories; each has at most some 20,000 entries, 2 MB of memory. */
const MAX_DIRECTORIES = 24;
/** The deepest zoom at which tiles have a number. */
const DEEPEST_ZOOM = 26;
/** The specification allows three levels. */
const DEEPEST = 4;
/** Larger parts do not occur in genuine map files. */
const MAX_BYTES = { directory: 16 << 20, metadata: 16 << 20, tile: 32 << 20 };
const HEADER_BYTES = 127;

/**
 * Opens a file and checks that it is complete and has vector tiles; whatever its size, only its first parts are read.
 *
 * @throws MapFileFault
 */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path).catch((error: unknown) => {
    throw faultOf(error);
  });
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new MapFileFault('unreadable', 'not a file');
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      if (!(offset >= 0 && length >= 0 && length <= MAX_BYTES.tile && offset + length <= info.size)) {
        throw new MapFileFault('damaged', `nothing can lie at ${offset}, ${length} bytes`);
      }
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(bytes, done, length - done, offset + done).catch((error: unknown) => {
          throw faultOf(error);
        });
        if (bytesRead === 0) throw new MapFileFault('truncated', `it ends at byte ${offset + done}`);
        done += bytesRead;
      }
      return bytes;
    };
    const start = await read(0, Math.min(info.size, HEADER_BYTES));
    checkStart(start, info.size);
    const header = bytesToHeader(bufferOf(start));
    checkHeader(header, info.size);
    const source: Source = {
      getKey: () => path,
      getBytes: async (offset, length) => ({ data: bufferOf(await read(offset, length)) }),
    };
    const unpackDirectory = async (data: ArrayBuffer, compression: Compression) => {
      const bytes = await decompress(new Uint8Array(data), compression, MAX_BYTES.directory);
      // An entry takes at least four bytes: otherwise the library would allocate as many entries as the first number
      // claims.
      if (readVarint({ buf: bytes, pos: 0 }) * 4 > bytes.length) throw new MapFileFault('damaged', 'a directory');
      return bufferOf(bytes);
    };
    const cache = new SharedPromiseCache(MAX_DIRECTORIES, false, unpackDirectory);
    const directory = async (entry: Entry | null): Promise<Entry[]> => {
      const offset = entry ? header.leafDirectoryOffset + entry.offset : header.rootDirectoryOffset;
      const length = entry ? entry.length : header.rootDirectoryLength;
      try {
        return await cache.getDirectory(source, offset, length, header);
      } catch (error) {
        if (error instanceof MapFileFault) throw error;
        throw new MapFileFault('damaged', 'a directory', { cause: error });
      }
    };
    const storedTile = async (z: number, x: number, y: number) => {
      const side = 2 ** z;
      if (z < header.minZoom || z > header.maxZoom || x < 0 || y < 0 || x >= side || y >= side) return null;
      const id = zxyToTileId(z, x, y);
      let entry: Entry | null = null;
      for (let depth = 0; depth < DEEPEST; depth += 1) {
        entry = findTile(await directory(entry), id);
        if (entry === null) return null;
        if (entry.runLength > 0) return read(header.tileDataOffset + entry.offset, entry.length);
      }
      throw new MapFileFault('damaged', 'directories in circles');
    };
    const unpack = (stored: Uint8Array) => decompress(stored, header.tileCompression, MAX_BYTES.tile);
    // Reads the root, so that broken directories are detected now.
    await directory(null);
    const hash = createHash('sha256').update(start).update(`${info.size} ${info.mtimeMs}`);
    return {
      path,
      version: hash.digest('hex').slice(0, 16),
      header,
      metadata: await readMetadata(header, read),
      encoding: encodingOf(header.tileCompression),
      storedTile,
      tile: async (z, x, y) => {
        const stored = await storedTile(z, x, y);
        return stored && unpack(stored);
      },
      unpack,
      directory,
      bytes: read,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    if (error instanceof MapFileFault) throw error;
    throw new MapFileFault('damaged', error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function checkStart(start: Uint8Array, size: number): void {
  const magic = new TextDecoder('latin1').decode(start.subarray(0, 7));
  if (magic.startsWith('PM') && magic !== 'PMTiles') throw new MapFileFault('old-version', String(start[2] ?? 0));
  if (magic !== 'PMTiles') throw new MapFileFault('not-pmtiles');
  if (start[7] !== 3) throw new MapFileFault('old-version', String(start[7] ?? 0));
  if (size < HEADER_BYTES) throw new MapFileFault('truncated', `it has ${size} bytes`);
}

function checkHeader(header: Header, size: number): void {
  const { tileType } = header;
  if (header.maxZoom > DEEPEST_ZOOM) throw new MapFileFault('damaged', `tiles of level ${header.maxZoom}`);
  if ([TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif].includes(tileType)) {
    throw new MapFileFault('pictures', tileTypeExt(tileType).slice(1));
  }
  if (tileType !== TileType.Mvt) throw new MapFileFault('other-tiles', tileTypeExt(tileType).slice(1) || 'unknown');
  const ends = [
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ];
  const end = Math.max(...ends);
  if (end > size) throw new MapFileFault('truncated', `it has ${size} of ${end} bytes`);
  for (const one of [header.tileCompression, header.internalCompression]) {
    if (one === Compression.Unknown || encodingOf(one) === undefined) {
      throw new MapFileFault('other-tiles', 'compressed in an unknown way');
    }
  }
}

async function readMetadata(header: Header, read: Archive['bytes']): Promise<unknown> {
  if (header.jsonMetadataLength === 0) return {};
  const packed = await read(header.jsonMetadataOffset, header.jsonMetadataLength);
  const text = new TextDecoder().decode(await decompress(packed, header.internalCompression, MAX_BYTES.metadata));
  const parsed: unknown = JSON.parse(text);
  return parsed;
}

function faultOf(error: unknown): MapFileFault {
  if (error instanceof MapFileFault) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new MapFileFault('missing', '', { cause: error });
  return new MapFileFault('unreadable', code === 'EACCES' ? 'no permission' : code, { cause: error });
}

/** Returns the bytes as a separate buffer, as the library requires. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

const UNPACK = {
  [Compression.Gzip]: promisify(gunzip),
  [Compression.Brotli]: promisify(brotliDecompress),
  [Compression.Zstd]: promisify(zstdDecompress),
} as const;

/** Returns the HTTP name of a compression; null for none, undefined for an unknown one. */
function encodingOf(compression: Compression): 'gzip' | 'br' | 'zstd' | null | undefined {
  if (compression === Compression.None) return null;
  if (compression === Compression.Gzip) return 'gzip';
  if (compression === Compression.Brotli) return 'br';
  return compression === Compression.Zstd ? 'zstd' : undefined;
}

/** @throws MapFileFault if it is damaged, or would exceed `most` bytes */
async function decompress(packed: Uint8Array, compression: Compression, most: number): Promise<Uint8Array> {
  if (compression === Compression.None) return packed;
  if (compression === Compression.Unknown) throw new MapFileFault('other-tiles', 'compressed in an unknown way');
  try {
    return await UNPACK[compression](packed, { maxOutputLength: most });
  } catch (error) {
    throw new MapFileFault('damaged', 'what is compressed cannot be read', { cause: error });
  }
}
