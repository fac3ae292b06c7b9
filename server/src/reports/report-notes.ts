import { joinList } from '@milepost/contract/list-text';
import type { ReportGroup } from '@milepost/contract/report-kinds';
import type { Language } from '@milepost/contract/languages';
import { FACTS_RULE } from '../store/facts/older-facts.ts';
import { SILENCES } from '../store/facts/silence.ts';
import type { Queryable } from '../store/database.ts';
import { onlyRow } from '../store/rows.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import type { Report } from './report.ts';
import { readFencePasts } from '../store/geofences/fence-pasts.ts';
import { hasGroupsOfThen } from './resolve-params.ts';
import { filtersOf } from './report-words.ts';
import { type ResolvedParams, sourceSql, Statement } from './report-query.ts';

/** The number of vehicles listed in one note. */
const MAX_LISTED = 3;

interface Found {
  recomputed: number;
  silent: number;
  there: number;
  shared: number;
  deleted: string[];
}

/**
 * The notes for a reader of a report: vehicles whose facts are being recomputed, silent devices, engine hours counted
 * by the days of another time zone, chosen vehicles that do not exist (any more), and the time of the groups when it is
 * grouped by them.
 */
export async function readNotes(
  db: Queryable,
  report: Report,
  { params: resolved, group, language }: { params: ResolvedParams; group: ReportGroup | null; language: Language },
): Promise<string[]> {
  const isByGroup = group === 'group' || resolved.groupIds.length > 0;
  const byGroup = isByGroup ? [inLanguage(language, textFor(groupsText(report, resolved)))] : [];
  if (report.facts === false && resolved.vehicleIds.length === 0) return byGroup;
  const statement = new Statement();
  const vehicleFilter = sourceSql((query) => query.subjectSql('v'), { ...resolved, groupSpans: [] }, statement);
  const chosen = statement.bind('vehicles', resolved.vehicleIds, 'int[]');
  const zone = statement.bind('zone', resolved.timeZone, 'text');
  const end = statement.bind('end', resolved.range?.end ?? resolved.now, 'timestamptz');
  const found = onlyRow(
    await db.query<Found>(
      `WITH mine AS (SELECT v.id, v.registration, v.organisation_id, v.deleted_at FROM vehicles v WHERE ${vehicleFilter})
       SELECT (SELECT count(*)::int FROM mine JOIN organisations o ON o.id = mine.organisation_id
                WHERE o.time_zone <> ${zone}) AS shared,
              (SELECT count(DISTINCT i.vehicle_id)::int FROM mine JOIN installations i ON i.vehicle_id = mine.id
                 JOIN tracking_states s ON s.installation_id = i.id
                WHERE s.rule < ${FACTS_RULE}
                   OR EXISTS (SELECT FROM late_marks l WHERE l.installation_id = i.id AND l.late_at < ${end})
                   OR EXISTS (SELECT FROM recompute_requests r WHERE r.installation_id = i.id AND r.since < ${end})) AS recomputed,
              (SELECT count(*)::int FROM mine JOIN ${SILENCES} ON s.vehicle_id = mine.id
                WHERE mine.deleted_at IS NULL AND s.a < ${end}) AS silent,
              (SELECT count(*)::int FROM mine WHERE id = ANY(${chosen})) AS there,
              ARRAY(SELECT registration FROM mine WHERE id = ANY(${chosen}) AND deleted_at IS NOT NULL
                ORDER BY lower(registration), id) AS deleted`,
      statement.values,
    ),
  );
  const pasts = filtersOf(report).includes('fences') ? await readFencePasts(db, resolved.scope) : null;
  const gone = new Set(resolved.vehicleIds).size - found.there;
  const ofFacts = report.facts !== false;
  const ofEngine = report.range !== null && report.columns.some(({ key }) => key === 'engine');
  const notes = [
    ...(ofFacts && found.recomputed > 0 ? [textFor('report-remade', { count: found.recomputed })] : []),
    ...(pasts !== null && pasts.fences > 0 ? [textFor('report-fence-pasts', { percent: pasts.percent })] : []),
    ...(ofFacts && found.silent > 0 ? [textFor('report-silent', { count: found.silent })] : []),
    ...(ofEngine && found.shared > 0 ? [textFor('report-shared-engine', { count: found.shared })] : []),
    ...(found.deleted.length > 0 ? [textFor('report-deleted', { vehicles: namesOf(found.deleted, language) })] : []),
    ...(gone > 0 ? [textFor('report-gone', { count: gone })] : []),
  ].map((note) => inLanguage(language, note));
  return [...notes, ...byGroup];
}

/** The note about the time to which the groups of a report refer. */
function groupsText(report: Report, { groupSpans }: ResolvedParams) {
  if (groupSpans === null) return 'report-groups-many';
  return hasGroupsOfThen(report) ? 'report-groups-then' : 'report-groups-now';
}

const namesOf = (names: readonly string[], language: Language) =>
  joinList(names.length <= MAX_LISTED ? names : [...names.slice(0, MAX_LISTED), `… (${names.length})`], language);
