import type { ReportCell } from '@milepost/contract/report-columns';
import type { ReportGroup } from '@milepost/contract/report-kinds';
import type { Language } from '@milepost/contract/languages';
import type { Queryable } from '../../store/database.ts';
import { inLanguage, textFor } from '../../texts/text.ts';
import { cellText } from '../formats/cell-text.ts';
import type { ReportFile, ReportSection } from '../formats/report-file.ts';
import { keysOf, type RawTotals, toTotals } from '../report-rows.ts';
import { columnsIn, groupLabel } from '../report-words.ts';
import type { Report } from '../report.ts';
import { groupColumn } from '../group-sql.ts';
import type { RowsSql } from '../rows-sql.ts';

type How = Pick<ReportFile, 'language' | 'timeZone' | 'units' | 'currency'>;

interface Into {
  how: How;
  /** Selects the cells of the written columns. */
  pick: (cells: readonly ReportCell[]) => ReportCell[];
}

/**
 * The groups of a file's rows with their subtotals (null without a grouping), and their keys when rows are sorted by
 * subtotals.
 */
export async function readGroups(
  db: Queryable,
  sql: RowsSql,
  report: Report,
  by: ReportGroup | null,
  { how, pick }: Into,
): Promise<{ groups: ReportSection['groups']; keys: string[] | null }> {
  if (by === null) return { groups: null, keys: null };
  const { rows } = await db.query<RawTotals>(sql.totals(by), sql.statement.values);
  const parts = rows.filter(({ whole }) => !whole);
  const { language } = how;
  const groups = {
    by: groupingWord(report, by, language),
    all: parts.map((part) => ({
      name: groupName(report, by, part.label, how),
      rows: part.rows,
      totals: pick(toTotals(report, part).cells),
    })),
  };
  return { groups, keys: sql.sortsGroups ? keysOf(rows) : null };
}

/** The label of a grouping in the reader's language: "Driver", "Week". */
export function groupingWord(report: Report, by: ReportGroup, language: Language): string {
  const column = columnsIn(report, language).find(({ key }) => key === groupColumn(report, by)?.key);
  return (
    column?.label ??
    inLanguage(language, { code: `report-by-${by === 'week' || by === 'month' ? by : 'day'}`, params: {} })
  );
}

/** The label of a group in the reader's language. */
export function groupName(report: Report, by: ReportGroup, given: string | null, how: How): string {
  const { language } = how;
  const label = groupLabel(report, by, given, language);
  if (label === null || label === '') return inLanguage(language, textFor('report-no-group'));
  const day = (text: string) => cellText({ key: '', label: '', kind: 'day' }, how)(text);
  switch (by) {
    case 'day':
      return day(label);
    case 'week':
      return inLanguage(language, textFor('report-week-of', { day: day(label) }));
    case 'month':
      return cellText({ key: '', label: '', kind: 'month' }, how)(label);
    default:
      return label;
  }
}
