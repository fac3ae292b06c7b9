import type { ByteReader } from '../tools/bytes.ts';

/** Widths of a cell's area code and identity: 2 and 3 bytes in 2G frames, 4 and 8 in 4G ones, different elsewhere. */
export interface CellWidths {
  area: 2 | 4;
  id: 2 | 3 | 4 | 8;
  /** The network code is always two bytes; elsewhere only where the country code's highest bit says so. */
  wideNetwork?: boolean;
}

export const CELL_2G: CellWidths = { area: 2, id: 3 };
export const CELL_LONG_ID: CellWidths = { area: 2, id: 4 };
export const CELL_4G: CellWidths = { area: 4, id: 8 };

/** Skips the serving cell: country, network, area, identity. Milepost locates by satellites alone. */
export function skipCell(reader: ByteReader, widths: CellWidths): void {
  const country = reader.u16();
  reader.skip((country & 0x8000 || widths.wideNetwork ? 2 : 1) + widths.area + widths.id);
}

/**
 * Skips a serving cell that begins with its length. Makers disagree whether the length counts its own byte, so it only
 * decides between the narrow and the 4G form and adds the bytes after the cell. Length 0 means no cell: the following
 * `tail` bytes stand at the end of the content, whatever padding is in between.
 */
export function skipMeasuredCell(reader: ByteReader, tail: number, widths: CellWidths = CELL_2G): void {
  const length = reader.u8();
  if (length === 0) {
    reader.offset = Math.max(reader.offset, reader.end - tail);
    return;
  }
  const begin = reader.offset;
  const is4G = length >= 15 && reader.remaining >= 15 + tail;
  skipCell(reader, is4G ? CELL_4G : widths);
  const spare = begin + length - 1 - reader.offset;
  if (spare > 0 && reader.remaining >= spare + tail) reader.skip(spare);
}

/** `country-network-area-identity signal`, or null for an empty slot. Signal in -dBm as reported by the device. */
export function readNeighbour(reader: ByteReader, country: number, network: number, widths: CellWidths): string | null {
  const area = reader.readUint(widths.area);
  const id = reader.readUint(widths.id);
  const signal = reader.u8();
  return area > 0 ? `${country & 0x7fff}-${network}-${area}-${id} -${signal}` : null;
}
