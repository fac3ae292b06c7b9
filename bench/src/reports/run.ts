import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MENU_KEYS } from '@milepost/contract/menus';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import { REPORT_KINDS } from '@milepost/server/reports/all-reports';
import { readReport } from '@milepost/server/reports/read-report';
import { addUpDays, sumLateDays } from '@milepost/server/store/driven/add-up-days';
import type { Caller } from '@milepost/server/store/people/callers';
import { pino } from 'pino';
import { measure, type Times, UNCOUNTED_ROUNDS } from '../records/measure.ts';
import { cpuSecondsOfFamily } from '../system/cpu-time.ts';
import { seededReports } from './seed.ts';

/** The target of the first page of each report, with its totals and its chart. */
const AIM_MS = 200;
/**
 * Reports of sensors read every piece of a sensor, which is an hour of its values; a fleet has 24 pieces per day and
 * vehicle (decision 0162 explains why daily sums cannot replace them). The value is the maximum processor time in
 * microseconds per piece in the range, twice the measured time: beyond it the report has become slower.
 */
const SENSOR_AIMS_US: Readonly<Record<string, number>> = {
  'sensor-values': 12,
  'sensor-excursions': 10,
  'sensor-states': 14,
  'sensor-trips': 40,
};

/** Why a report's times exceed its target; null if they do not. */
export function beyondAim(
  kind: string,
  { p50, cpuMs }: Pick<ReportFigure, 'p50' | 'cpuMs'>,
  pieces: number,
): string | null {
  const perPiece = SENSOR_AIMS_US[kind];
  if (perPiece === undefined) return p50 > AIM_MS ? `over ${AIM_MS} ms` : null;
  const aim = Math.max(AIM_MS, Math.round((perPiece * pieces) / 1000));
  return (cpuMs ?? p50) > aim ? `over ${aim} ms, ${perPiece} µs for each of ${pieces} pieces` : null;
}

const EVERYTHING = { view: true, create: true, edit: true, delete: true };

export interface ReportFigure extends Times {
  kind: string;
  rows: number;
  /**
   * The milliseconds of PostgreSQL's processor time for one reply, whatever else the machine does; null if not
   * available.
   */
  cpuMs: number | null;
  /** The reason why the measurement does not count, or a note that it took too long; null if all is well. */
  fault: string | null;
}

interface Options {
  vehicles: number;
  days: number;
  rounds: number;
  /** Limits the measurement to these reports. */
  only?: string | undefined;
  /** A folder whose database is filled if it is empty, and kept afterwards. */
  keepIn?: string | undefined;
  /** Called with each figure once it is known. */
  onFigure?: (figure: ReportFigure) => void;
}

/** A caller at the top of the organisation with all permissions. */
const benchCaller = () =>
  ({
    sessionId: 1,
    token: null,
    userId: 1,
    username: 'bench',
    displayName: 'Bench',
    userType: 'admin',
    roleId: 1,
    priority: 1,
    tenantId: 1,
    organisation: 'Bench',
    language: 'en',
    units: 'metric',
    scope: { organisationId: 1, organisationIds: [1], root: true, limit: null },
    permissions: new Map(MENU_KEYS.map((menu) => [menu, EVERYTHING])),
  }) satisfies Caller;

/**
 * The milliseconds of the first page of every report with its default sorting, over the last days of a fleet. A report
 * that fails, or has no rows, is an error, since nothing was measured.
 */
export async function benchReports({ vehicles, days, rounds, only, keepIn, onFigure }: Options) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = keepIn ?? (await mkdtemp(path.join(tmpdir(), 'milepost-reports-')));
  await mkdir(dataDir, { recursive: true });
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: ['fsync=off'] });
  const database = createPool(server.url, logger);
  try {
    await migrate(server.url);
    const range = await seededReports(server.url, { vehicles, days });
    // Computes the sums that the scheduled job would have computed long ago.
    const { signal } = new AbortController();
    await sumLateDays(database, signal);
    await addUpDays(database, signal);
    await database.query('ANALYZE driven_days');
    const figures: ReportFigure[] = [];
    for (const kind of REPORT_KINDS) {
      if (only !== undefined && !only.split(',').includes(kind)) continue;
      const query = () =>
        readReport({ database, places: { for: () => () => null } }, benchCaller(), {
          kind,
          ...range,
          language: 'en',
          page: 1,
          pageSize: 50,
        });
      const cpu = () => cpuSecondsOfFamily(server.pid() ?? 0);
      const figure = await figureOf(kind, query, { rounds, cpu, pieces: vehicles * days * 24 });
      figures.push(figure);
      onFigure?.(figure);
    }
    return { figures, faults: figures.filter(({ fault }) => fault !== null) };
  } finally {
    await database.end();
    await server.stop();
    if (keepIn === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

async function figureOf(
  kind: string,
  query: () => Promise<{ total: number }>,
  { rounds, cpu, pieces }: { rounds: number; cpu: () => number | null; pieces: number },
): Promise<ReportFigure> {
  try {
    const { total: rows } = await query();
    const before = cpu();
    const times = await measure(query, rounds);
    const after = cpu();
    const spent = before === null || after === null ? null : after - before;
    const cpuMs = spent === null ? null : Math.round((spent * 1000) / (rounds + UNCOUNTED_ROUNDS));
    const fault = rows === 0 ? 'has no rows: nothing was measured' : beyondAim(kind, { p50: times.p50, cpuMs }, pieces);
    return { kind, rows, ...times, cpuMs, fault };
  } catch (error) {
    return {
      kind,
      rows: 0,
      p50: 0,
      p95: 0,
      cpuMs: null,
      fault: error instanceof Error ? error.message : String(error),
    };
  }
}
