import { FACTS_RULE } from '../store/facts/older-facts.ts';
import { SILENCES } from '../store/facts/silence.ts';
import type { Queryable } from '../store/database.ts';
import { onlyRow } from '../store/rows.ts';
import { inLanguage, type Language, said } from '../texts/text.ts';
import type { Report } from './report.ts';
import { type Asked, sourceSql, Statement } from './report-query.ts';

/** Vehicles named in one note. */
const NAMED = 3;

interface Found {
  remade: number;
  silent: number;
  there: number;
  deleted: string[];
}

/**
 * What a reader should know of a report, in words: facts of its vehicles that are being made again, devices that are
 * silent, vehicles that were chosen and are not there (any more).
 */
export async function readNotes(db: Queryable, report: Report, asked: Asked, language: Language): Promise<string[]> {
  if (report.facts === false && asked.vehicleIds.length === 0) return [];
  const statement = new Statement();
  const whose = sourceSql((query) => query.whose('v'), asked, statement);
  const chosen = statement.bind('vehicles', asked.vehicleIds, 'int[]');
  const end = statement.bind('end', asked.range?.end ?? asked.now, 'timestamptz');
  const found = onlyRow(
    await db.query<Found>(
      `WITH mine AS (SELECT v.id, v.registration, v.deleted_at FROM vehicles v WHERE ${whose})
       SELECT (SELECT count(DISTINCT i.vehicle_id)::int FROM mine JOIN installations i ON i.vehicle_id = mine.id
                 JOIN tracking_states s ON s.installation_id = i.id
                WHERE s.rule < ${FACTS_RULE}
                   OR EXISTS (SELECT FROM late_marks l WHERE l.installation_id = i.id AND l.late_at < ${end})) AS remade,
              (SELECT count(*)::int FROM mine JOIN ${SILENCES} ON s.vehicle_id = mine.id
                WHERE mine.deleted_at IS NULL AND s.a < ${end}) AS silent,
              (SELECT count(*)::int FROM mine WHERE id = ANY(${chosen})) AS there,
              ARRAY(SELECT registration FROM mine WHERE id = ANY(${chosen}) AND deleted_at IS NOT NULL
                ORDER BY lower(registration), id) AS deleted`,
      statement.values,
    ),
  );
  const gone = new Set(asked.vehicleIds).size - found.there;
  const ofFacts = report.facts !== false;
  return [
    ...(ofFacts && found.remade > 0 ? [said('report-remade', { count: found.remade })] : []),
    ...(ofFacts && found.silent > 0 ? [said('report-silent', { count: found.silent })] : []),
    ...(found.deleted.length > 0 ? [said('report-deleted', { vehicles: namesOf(found.deleted) })] : []),
    ...(gone > 0 ? [said('report-gone', { count: gone })] : []),
  ].map((note) => inLanguage(language, note));
}

const namesOf = (names: readonly string[]) =>
  names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED).join(', ')}, … (${names.length})`;
