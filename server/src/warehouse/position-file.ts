import { zstdCompressSync } from 'node:zlib';
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import type { Position } from '@milepost/tracking/position';
import { remainingJson } from '../ingest/attributes-json.ts';
import type { ExportedDevice } from '../store/tracks/exported-devices.ts';
import { VERSION } from '../version.ts';

/** Rows that a reader decodes together. */
const ROW_GROUP = 100_000;

/** A position with its device, and the vehicle that this was in. */
interface PositionRow {
  device: ExportedDevice;
  installation: ExportedDevice['installations'][number] | null;
  position: Position;
  receivedAt: Date;
  /** In private time: the coordinates are those of the last public place. */
  isPrivate: boolean;
}

type Cell = string | number | bigint | boolean | Date | null | undefined;

/** The columns of a file of positions. */
const COLUMNS: readonly { name: string; type: BasicType; nullable: boolean; of: (row: PositionRow) => Cell }[] = [
  { name: 'organisation_id', type: 'INT32', nullable: false, of: ({ device }) => device.organisationId },
  { name: 'vehicle_id', type: 'INT32', nullable: true, of: ({ installation }) => installation?.vehicleId },
  { name: 'registration', type: 'STRING', nullable: true, of: ({ installation }) => installation?.registration },
  { name: 'device_id', type: 'INT32', nullable: false, of: ({ device }) => device.id },
  { name: 'device', type: 'STRING', nullable: false, of: ({ device }) => device.identity },
  { name: 'time', type: 'TIMESTAMP', nullable: false, of: ({ position }) => position.fixTime },
  { name: 'received_at', type: 'TIMESTAMP', nullable: false, of: ({ receivedAt }) => receivedAt },
  { name: 'valid', type: 'BOOLEAN', nullable: false, of: ({ position }) => position.valid },
  { name: 'lat', type: 'DOUBLE', nullable: false, of: ({ position }) => position.lat },
  { name: 'lon', type: 'DOUBLE', nullable: false, of: ({ position }) => position.lon },
  { name: 'altitude_m', type: 'INT32', nullable: true, of: ({ position }) => position.altitudeM },
  { name: 'speed_kph', type: 'DOUBLE', nullable: false, of: speedOf },
  { name: 'course_deg', type: 'INT32', nullable: false, of: ({ position }) => position.courseDeg },
  { name: 'road_limit_kph', type: 'INT32', nullable: true, of: ({ position }) => position.roadLimitKph },
  { name: 'ignition', type: 'BOOLEAN', nullable: true, of: ({ position }) => position.attributes.ignition },
  { name: 'motion', type: 'BOOLEAN', nullable: true, of: ({ position }) => position.attributes.motion },
  { name: 'odometer_m', type: 'DOUBLE', nullable: true, of: ({ position }) => position.attributes.odometerM },
  { name: 'satellites', type: 'INT32', nullable: true, of: ({ position }) => position.attributes.satellites },
  { name: 'battery_percent', type: 'INT32', nullable: true, of: ({ position }) => position.attributes.batteryPercent },
  { name: 'power_v', type: 'DOUBLE', nullable: true, of: ({ position }) => position.attributes.powerV },
  { name: 'rssi', type: 'INT32', nullable: true, of: ({ position }) => position.attributes.rssi },
  { name: 'attributes', type: 'STRING', nullable: true, of: ({ position }) => remainingJson(position.attributes) },
  { name: 'private', type: 'BOOLEAN', nullable: false, of: ({ isPrivate }) => isPrivate },
];

/** Collects positions of a Parquet file. */
export class PositionFile {
  readonly #columns = COLUMNS.map((): Cell[] => []);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(row: PositionRow): void {
    for (const [index, { of }] of COLUMNS.entries()) this.#columns[index]?.push(of(row) ?? null);
    this.#length += 1;
  }

  /** The file, compressed with zstd. */
  finish(): Uint8Array {
    const columnData = COLUMNS.map(({ name, type, nullable }, index) => ({
      name,
      type,
      nullable,
      data: this.#columns[index] ?? [],
    }));
    const file = parquetWriteBuffer({
      columnData,
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      rowGroupSize: ROW_GROUP,
      createdBy: `milepost version ${VERSION}`,
    });
    return new Uint8Array(file);
  }
}

/** In the vehicle, by the factor of its installation. */
function speedOf({ position, installation }: PositionRow): number {
  return Math.round(position.speedKph * 10 * (installation?.speedFactor ?? 1)) / 10;
}
