import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { readConfig } from '../../config.ts';
import { exportPositions } from '../../warehouse/export-positions.ts';
import { folderTarget } from '../../backup/folder-target.ts';
import { makeChunk } from '../../store/tracks/make-chunk.ts';
import { type MakeChunk, packDays } from '../../store/tracks/pack-days.ts';
import { addTrackedVehicle } from '../../testing/alarm-fixture.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { runCommand } from '../run-command.ts';

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await testDatabase();
  await ensureBasics(test.database);
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-export-'));
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...words: string[]): Promise<{ code: number; out: string; error: string }> {
  let out = '';
  let error = '';
  const code = await runCommand(['export', ...words], {
    config: () => readConfig({ DATABASE_URL: test.url }),
    environment: {},
    logger: pino({ level: 'silent' }),
    out: (text) => (out += text),
    error: (text) => (error += text),
    signal: new AbortController().signal,
  });
  return { code, out, error };
}

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .toSorted();

async function rowsOf(name: string) {
  const bytes = await readFile(path.join(folder, name));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } });
}

it('writes the positions of each day to a Parquet file in a folder of the day', async () => {
  const { deviceId, vehicleId } = await addTrackedVehicle(test.database, 1, 'SBA 1234');
  await test.database.query(
    `UPDATE installations SET installed_at = '2026-01-10 06:00Z', speed_factor = 1.1 WHERE device_id = $1`,
    [deviceId],
  );
  await test.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, altitude_m, speed_dkph, course_deg, flags,
                            satellites, power_mv, odometer_m, attributes)
     VALUES ($1, '2026-01-09 23:59:59Z', 1, '2026-01-12', 0, 0, null, 0, 0, 0, null, null, null, null),
            ($1, '2026-01-10 05:00:00Z', 1, '2026-01-12', -349000000, -562000000, 43, 500, 90, 1, 9, 12340, 5000000000, null),
            ($1, '2026-01-10 07:00:00.5Z', 1, '2026-01-12', -349000001, -562000000, -5, 500, 90, 7, null, null, null,
             '{"fuelL": 31.5, "alarm": ["sos"]}'),
            ($1, '2026-01-12 00:00:00Z', 1, '2026-01-12', 0, 0, null, 0, 0, 0, null, null, null, null)`,
    [deviceId],
  );
  const { code, out, error } = await run('--from', '2026-01-10', '--to', '2026-01-11', '--into', folder);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toContain('2026-01-10: 2 positions, 1 files');
  expect(out).toContain('2026-01-11: 0 positions, 0 files');
  expect(await files()).toEqual(['positions/day=2026-01-10/part-0000.parquet']);
  const device = { organisation_id: 1, device_id: deviceId, device: expect.any(String) };
  expect(await rowsOf('positions/day=2026-01-10/part-0000.parquet')).toEqual([
    {
      ...device,
      // Before it was installed.
      vehicle_id: null,
      registration: null,
      time: new Date('2026-01-10T05:00:00Z'),
      received_at: new Date('2026-01-12T00:00:00Z'),
      valid: true,
      lat: -34.9,
      lon: -56.2,
      altitude_m: 43,
      speed_kph: 50,
      course_deg: 90,
      road_limit_kph: null,
      ignition: null,
      motion: null,
      odometer_m: 5_000_000_000,
      satellites: 9,
      battery_percent: null,
      power_v: 12.34,
      rssi: null,
      attributes: null,
      private: false,
    },
    {
      ...device,
      vehicle_id: vehicleId,
      registration: 'SBA 1234',
      time: new Date('2026-01-10T07:00:00.500Z'),
      received_at: new Date('2026-01-12T00:00:00Z'),
      valid: true,
      lat: -34.9000001,
      lon: -56.2,
      altitude_m: -5,
      speed_kph: 55,
      course_deg: 90,
      road_limit_kph: null,
      ignition: true,
      motion: null,
      odometer_m: null,
      satellites: null,
      battery_percent: null,
      power_v: null,
      rssi: null,
      attributes: '{"alarm":["sos"],"fuelL":31.5}',
      private: false,
    },
  ]);
});

const make: MakeChunk = (...parts) => Promise.resolve(makeChunk(...parts));

it('writes packed days alike, and stops at one that is damaged', async () => {
  const name = 'positions/day=2026-01-10/part-0000.parquet';
  const before = await rowsOf(name);
  const { rows } = await test.database.query<{ id: number }>('SELECT DISTINCT device_id AS id FROM positions');
  const days = rows.map(({ id }) => ({ deviceId: id, day: '2026-01-10' }));
  expect(await packDays(test.database, 'positions', days, { make, quietMs: 0 })).toEqual({ packed: 2, refused: [] });
  expect(await run('--from', '2026-01-10', '--to', '2026-01-10', '--into', folder)).toMatchObject({ code: 0 });
  expect(await rowsOf(name)).toEqual(before);
  await test.database.query('UPDATE position_chunks SET data = set_byte(data, 20, 255 - get_byte(data, 20))');
  expect(await run('--from', '2026-01-10', '--to', '2026-01-10', '--into', folder)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^The day of SBA 1234 is not exported.* on 2026-01-10 are damaged/),
  });
  expect(await rowsOf(name)).toEqual(before);
  await test.database.query('UPDATE position_chunks SET data = set_byte(data, 20, 255 - get_byte(data, 20))');
});

it('replaces what an earlier export wrote of a day', async () => {
  const target = folderTarget(folder);
  const day = Date.UTC(2026, 0, 10) / 86_400_000;
  const request = { firstDay: day, lastDay: day, organisation: null, signal: new AbortController().signal };
  for await (const written of exportPositions(test.database, target, { ...request, fileRows: 1 }))
    expect(written).toMatchObject({ day: '2026-01-10', positions: 2, files: 2 });
  expect(await files()).toHaveLength(2);
  await run('--from', '2026-01-10', '--to', '2026-01-10', '--into', folder);
  expect(await files()).toEqual(['positions/day=2026-01-10/part-0000.parquet']);
  await test.database.query('DELETE FROM position_chunks');
  await run('--from', '2026-01-10', '--to', '2026-01-10', '--into', folder);
  expect(await files()).toEqual([]);
});

it('refuses what it cannot export', async () => {
  const days = ['--from', '2026-01-10', '--to', '2026-01-11'];
  expect(await run(...days, '--into', folder, '--format', 'csv')).toMatchObject({ code: 2 });
  expect(await run('--from', '2026-02-30', '--to', '2026-03-01', '--into', folder)).toMatchObject({ code: 2 });
  expect(await run('--from', '2026-01-11', '--to', '2026-01-10', '--into', folder)).toMatchObject({ code: 2 });
  expect(await run(...days)).toMatchObject({ code: 2, error: expect.stringContaining('EXPORT_URL') });
  expect(await run(...days, '--into', 'https://example.com')).toMatchObject({ code: 2 });
  expect(await run(...days, '--into', folder, '--organisation', 'Nobody')).toMatchObject({ code: 2 });
  expect(await run(...days, '--into', path.join(folder, 'absent'))).toMatchObject({
    code: 1,
    error: expect.stringContaining('does not exist'),
  });
});
