import { Readable } from 'node:stream';
import type { ReportCell } from '@milepost/contract/report-columns';
import { inLanguage, textFor } from '../../texts/text.ts';
import { totalTexts } from './total-texts.ts';
import type { FileColumn, ReportFile, ReportSection, SectionGroup } from './report-file.ts';
import { NUMERIC } from './units.ts';

type Rows = readonly (readonly ReportCell[])[];

/** The rows of a section, each group preceded by its group line. */
export async function* rowsByGroup({
  rows,
  groups,
}: ReportSection): AsyncGenerator<{ rows: Rows } | { group: SectionGroup }> {
  if (!groups) {
    for await (const batch of rows) yield { rows: batch };
    return;
  }
  let next = 0;
  let left = 0;
  for await (const batch of rows) {
    for (let from = 0; from < batch.length;) {
      for (let group = groups.all[next]; left === 0 && group !== undefined; group = groups.all[next]) {
        next += 1;
        left = group.rows;
        yield { group };
      }
      const to = left === 0 ? batch.length : Math.min(batch.length, from + left);
      yield { rows: batch.slice(from, to) };
      left = Math.max(0, left - (to - from));
      from = to;
    }
  }
}

/** The texts of a group line: its name with its number of rows, and its subtotals. */
export function groupTexts(columns: readonly FileColumn[], { name, rows, totals }: SectionGroup, file: ReportFile) {
  const head = `${name} · ${inLanguage(file.language, textFor('schedule-rows', { count: rows }))}`;
  return totalTexts(columns, totals, file).map((text, at) => (at === 0 ? head : text));
}

interface Written {
  section: ReportSection;
  /** False when its rows sum up those of another section. */
  counts: boolean;
}

/**
 * Every section, each grouped one followed by its subtotals as a section of their own, so that nobody adds them to the
 * rows.
 */
export const withSubtotals = (file: ReportFile): Written[] =>
  file.sections.flatMap((section) => {
    const subtotals = subtotalsOf(section, file);
    return [{ section, counts: true }, ...(subtotals ? [{ section: subtotals, counts: false }] : [])];
  });

/** The subtotals of a grouped section as a section of their own; null without a grouping. */
export function subtotalsOf(
  { title, columns, groups, totals }: ReportSection,
  { language }: Pick<ReportFile, 'language'>,
): ReportSection | null {
  if (!groups) return null;
  const places = columns.flatMap((_, at) =>
    groups.all.some((group) => (group.totals[at] ?? null) !== null) ? [at] : [],
  );
  const pick = (cells: readonly ReportCell[]) => places.map((at) => cells[at] ?? null);
  const total = groups.all.reduce((sum, { rows }) => sum + rows, 0);
  return {
    title: `${title} – ${groups.by}`,
    columns: [
      { key: 'groupName', label: groups.by, kind: 'text' },
      { key: 'groupRows', label: inLanguage(language, textFor('report-rows')), kind: 'count' },
      ...places.flatMap((at) => {
        const column = columns[at];
        if (column === undefined) return [];
        // Columns without numbers are counted.
        const counted = !NUMERIC.has(column.kind) && groups.all.some((group) => typeof group.totals[at] === 'number');
        return [counted ? { key: column.key, label: column.label, kind: 'count' as const } : column];
      }),
    ],
    rows: Readable.from([groups.all.map((group) => [group.name, group.rows, ...pick(group.totals)])]),
    totals: totals && [null, total, ...pick(totals)],
    groups: null,
    chart: null,
    map: null,
  };
}
