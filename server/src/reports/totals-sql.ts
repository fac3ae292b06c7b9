import type { GroupSql } from './group-sql.ts';
import { columnSql } from './group-sql.ts';
import type { Report, ReportColumn } from './report.ts';
import { totalOf } from './report.ts';

/** A column's total: the sum over the rows of a group, and the total over such sums. */
interface TotalSql {
  parts: string[];
  total: string;
  known: string;
}

function totalSql(column: ReportColumn, index: number): TotalSql {
  const value = columnSql(column.key);
  const rule = totalOf(column);
  if (rule === null) return { parts: [], total: 'NULL', known: '0' };
  const isKnown = column.known ?? column.mayLack ?? false;
  const counted = isKnown ? [] : [`count(${value}) AS k${index}`];
  const known = `coalesce(sum(p.${isKnown ? 'n' : `k${index}`}), 0)::int`;
  switch (rule) {
    case 'sum':
      return { parts: [...counted, `sum(${value}::float8) AS a${index}`], total: `sum(p.a${index})`, known };
    case 'max':
    case 'min': {
      const found = `${rule}(p.a${index})`;
      const total = column.kind === 'day' ? `to_char(${found}, 'YYYY-MM-DD')` : found;
      return { parts: [...counted, `${rule}(${value}) AS a${index}`], total, known };
    }
    case 'count':
      return { parts: counted, total: known, known };
    case 'average': {
      const weight = `${columnSql(column.averageBy ?? '')}::float8`;
      if (column.averageOf !== undefined) {
        return {
          parts: [
            `count(nullif(${weight}, 0)) AS k${index}`,
            `sum(${columnSql(column.averageOf)}) AS a${index}`,
            `sum(${weight}) AS b${index}`,
          ],
          total: `sum(p.a${index}) / nullif(sum(p.b${index}), 0)`,
          known,
        };
      }
      return {
        parts: [
          ...counted,
          `sum(${value}::float8 * ${weight}) AS a${index}`,
          `sum(${weight}) FILTER (WHERE ${value} IS NOT NULL) AS b${index}`,
        ],
        total: `sum(p.a${index}) / nullif(sum(p.b${index}), 0)`,
        known,
      };
    }
  }
}

/** The same from precomputed sums, whose columns `Report.sums` describes. */
function storedSql(column: ReportColumn, index: number): TotalSql {
  const { parts: _parts, ...totals } = totalSql(column, index);
  const rule = totalOf(column);
  if (rule === null) return { parts: [], ...totals };
  const known = column.known ? [] : [`sum(${columnSql(`${column.key}Known`)}) AS k${index}`];
  const value = rule === 'count' ? [] : [`${rule === 'average' ? 'sum' : rule}(${columnSql(column.key)}) AS a${index}`];
  const weight = rule === 'average' ? [`sum(${columnSql(`${column.key}Weight`)}) AS b${index}`] : [];
  return { parts: [...known, ...value, ...weight], ...totals };
}

/**
 * SQL for the totals of all rows and, with `group`, of each group in the order of the rows, or with `sorted` by the
 * total of a column; `whole` distinguishes them. `kept`: precomputed sums are added instead of rows. `added` sums rows
 * by a value that is cheap to compare, which several processes can do in parallel, and separately for each query of a
 * union; `total` combines the few sums of these queries by the displayed text.
 */
export function totalsSql(
  report: Report,
  where: string,
  group: GroupSql | null,
  sorted: { at: number; direction: 'asc' | 'desc' } | null,
  isStored = false,
) {
  const sums = report.columns.map(isStored ? storedSql : totalSql);
  const totals = sums.flatMap(({ total, known }, index) => [`${total} AS t${index}`, `${known} AS k${index}`]);
  const label = group === null || group.timed ? [] : [`any_value(${group.label}) AS label`];
  const parts = [
    ...(group === null ? [] : [`${group.raw} AS raw`]),
    ...label,
    isStored ? 'sum(r.rows) AS n' : 'count(*) AS n',
    ...sums.flatMap((one) => one.parts),
  ];
  const rows = 'coalesce(sum(p.n), 0)::int AS rows';
  const bySum = sorted === null ? '' : `t${sorted.at} ${sorted.direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST, `;
  return {
    added: (from: string) => {
      if (group?.spans) {
        const [, ...ofDay] = parts;
        return `SELECT w.day AS raw, p.* FROM ${group.spans.days} w CROSS JOIN LATERAL (
          SELECT ${ofDay.join(', ')} FROM ${from} ${where === '' ? 'WHERE' : `${where} AND`} ${group.spans.within}) p WHERE p.n > 0`;
      }
      return `SELECT ${parts.join(', ')} FROM ${from} ${where} ${group === null ? '' : 'GROUP BY 1'}`;
    },
    total: (added: string) => {
      if (group === null) {
        return `SELECT true AS whole, NULL AS key, NULL AS label, ${rows}, ${totals.join(', ')} FROM (${added}) p`;
      }
      const name = group.timed ? `nullif(p.key, '')` : 'p.label';
      return `SELECT grouping(p.key) = 1 AS whole, p.key, min(${name}) AS label, ${rows}, ${totals.join(', ')}
        FROM (SELECT p.*, ${group.keyOf('p.raw')} AS key FROM (${added}) p) p GROUP BY GROUPING SETS ((), (p.key))
        ORDER BY 1, ${bySum}${group.timed ? `min(${name})` : `lower(min(${name}))`} NULLS LAST, 2`;
    },
  };
}
