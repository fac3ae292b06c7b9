import type { BackupTarget } from '../backup/backup-target.ts';
import { StartError } from '../errors.ts';
import { ChunkError } from '../store/chunks/chunk-error.ts';
import type { Queryable } from '../store/database.ts';
import { type ExportedDevice, listExportedDevices } from '../store/tracks/exported-devices.ts';
import { devicesOfDay } from '../store/tracks/delete-positions.ts';
import { positionPieces } from '../store/tracks/reports.ts';
import { PositionFile } from './position-file.ts';

const DAY_MS = 86_400_000;
/** Rows of a file: some 10 MB, and some hundred in memory. */
const FILE_ROWS = 400_000;
/** Devices that are read at a time. */
const AT_ONCE = 4;

/** What to export: days since 1970-01-01 UTC, the last one included. */
export interface PositionExport {
  firstDay: number;
  lastDay: number;
  /** The name of an organisation; null for all. */
  organisation: string | null;
  signal: AbortSignal;
  /** The most rows of a file. */
  fileRows?: number;
}

/** What was written of a day. */
export interface ExportedDay {
  /** YYYY-MM-DD. */
  day: string;
  positions: number;
  files: number;
  bytes: number;
}

/**
 * Writes the positions of each day to Parquet files in a folder of its own, `positions/day=2026-11-29/part-0000.parquet`,
 * as warehouses read them. Files of an earlier export of the day are replaced.
 */
export async function* exportPositions(
  db: Queryable,
  target: BackupTarget,
  { firstDay, lastDay, organisation, signal, fileRows = FILE_ROWS }: PositionExport,
): AsyncGenerator<ExportedDay> {
  const devices = await listExportedDevices(db, organisation);
  for (let number = firstDay; number <= lastDay; number++) {
    const day = new Date(number * DAY_MS).toISOString().slice(0, 10);
    const folder = `positions/day=${day}/`;
    const written = { positions: 0, files: 0, bytes: 0 };
    const nameOf = (index: number) => `${folder}part-${String(index).padStart(4, '0')}.parquet`;
    const write = async (file: PositionFile) => {
      const bytes = file.finish();
      await target.put(nameOf(written.files), bytes);
      written.positions += file.length;
      written.bytes += bytes.length;
      written.files += 1;
    };
    let file = new PositionFile();
    for await (const { device, position, receivedAt, isPrivate } of positionsOfDay(db, devices, day)) {
      signal.throwIfAborted();
      const installation = installationAt(device, position.fixTime.getTime());
      file.add({ device, position, receivedAt, isPrivate, installation });
      if (file.length < fileRows) continue;
      await write(file);
      file = new PositionFile();
    }
    if (file.length > 0) await write(file);
    const current = new Set(Array.from({ length: written.files }, (_, index) => nameOf(index)));
    for await (const { name } of target.list(folder)) if (!current.has(name)) await target.remove(name);
    yield { day, ...written };
  }
}

/** The positions of a day by device, in order of time; a few devices are read ahead. */
async function* positionsOfDay(db: Queryable, all: readonly ExportedDevice[], day: string) {
  const ids = new Set(await devicesOfDay(db, { day, deviceIds: all.map(({ id }) => id) }));
  const devices = all.filter(({ id }) => ids.has(id));
  const from = new Date(day);
  const to = new Date(from.getTime() + DAY_MS);
  const begin = async (device: ExportedDevice) => {
    const pieces = positionPieces(db, { deviceId: device.id, from, to, onDamage: 'throw' });
    return { device, pieces, first: await pieces.next().catch((cause: unknown) => thrown(device, cause)) };
  };
  for (let start = 0; start < devices.length; start += AT_ONCE) {
    for (const { device, pieces, first } of await Promise.all(devices.slice(start, start + AT_ONCE).map(begin))) {
      for (let piece = first; !piece.done;) {
        for (const row of piece.value) yield { device, ...row };
        piece = await pieces.next().catch((cause: unknown) => thrown(device, cause));
      }
    }
  }
}

/** A day that was exported must not be replaced by less than all of it. */
function thrown({ identity }: ExportedDevice, cause: unknown): never {
  if (!(cause instanceof ChunkError)) throw cause;
  throw new StartError(`The day of ${identity} is not exported. ${cause.message}`, { cause });
}

function installationAt({ installations }: ExportedDevice, ms: number) {
  return installations.findLast(({ from, to }) => from <= ms && (to === null || ms < to)) ?? null;
}
