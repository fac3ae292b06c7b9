import type { ReportFilter, ReportGroup } from '@milepost/contract/report-kinds';
import type { ReportColumn as ColumnShown, ReportParameter } from '@milepost/contract/report-operations';
import type { Language } from '@milepost/contract/languages';
import { inLanguage, textFor } from '../texts/text.ts';
import { commonName } from './report-texts.ts';
import { ownParameters, type Report, totalOf } from './report.ts';
import type { ResolvedParams } from './report-query.ts';
import { columnOf, groupColumn } from './group-sql.ts';
import { isSortable } from './rows-sql.ts';

/** Labels of the choices of a column or parameter, in the order of its keys. */
function choicesOf(report: Report, key: string, choices: readonly string[] | undefined, language: Language) {
  if (choices === undefined) return null;
  const words = report.texts[language].choices?.[key] ?? {};
  return Object.fromEntries(choices.map((choice) => [choice, words[choice] ?? choice]));
}

/** The columns of a report with their labels in a language. */
export function columnsIn(report: Report, language: Language): ColumnShown[] {
  const words: Readonly<Record<string, string | undefined>> = report.texts[language].columns;
  return report.columns.map((column) => ({
    key: column.key,
    label: words[column.key] ?? commonName(language, column.key) ?? column.key,
    kind: column.kind,
    choices: choicesOf(report, column.key, column.choices, language),
    sortable: isSortable(column),
    optional: column.optional ?? false,
    total: totalOf(column),
  }));
}

/** The label of a group in a language; for a choice, its text instead of its key. */
export const groupLabel = (report: Report, by: ReportGroup, label: string | null, language: Language): string | null =>
  label === null ? null : (report.texts[language].choices?.[groupColumn(report, by)?.key ?? '']?.[label] ?? label);

/**
 * States which rows count when they overlap an end of the range, and on which day a row of several days counts. Null
 * when there is nothing to state.
 */
export function ruleIn(report: Report, language: Language): string | null {
  const { rule } = report.texts[language];
  const lasts = report.range !== null && report.end !== undefined && columnOf(report, report.time)?.kind === 'moment';
  const lines = [
    ...(rule === undefined ? [] : [rule]),
    ...(lasts ? [inLanguage(language, textFor('report-by-start'))] : []),
  ];
  return lines.length === 0 ? null : lines.join(' ');
}

/** Its own thresholds and choices, with their effective values. */
export function parametersIn(report: Report, resolved: ResolvedParams, language: Language): ReportParameter[] {
  const words: Readonly<Record<string, string>> = report.texts[language].parameters ?? {};
  return ownParameters(report).map((one) => ({
    key: one.key,
    label: one.kind === 'hours' ? hoursLabel(resolved.own[one.key], language) : (words[one.key] ?? one.key),
    kind: one.kind,
    ...('negative' in one && { negative: true }),
    value: resolved.own[one.key] ?? one.value,
    standard: one.value,
    choices:
      one.kind === 'hours'
        ? { '': hoursLabel('', language), '+': hoursLabel('+', language) }
        : 'choices' in one
          ? choicesOf(report, one.key, one.choices, language)
          : null,
  }));
}

/** The label of the hours of the day, which states the part of a row that they select. */
const hoursLabel = (value: string | number | undefined, language: Language): string =>
  inLanguage(language, textFor(String(value ?? '').endsWith('+') ? 'report-hours-under-way' : 'report-hours'));

/** The fleet filters that a report offers. */
export function filtersOf(report: Report): ReportFilter[] {
  const has = (kind: string) =>
    (report.vehicles === true && kind === 'vehicle') || report.columns.some((column) => column.kind === kind);
  return [
    ...(has('vehicle') ? (['vehicles'] as const) : []),
    ...(has('vehicle') || has('group') ? (['groups'] as const) : []),
    ...(has('driver') ? (['drivers'] as const) : []),
    ...(report.fences ? (['fences'] as const) : []),
    ...(report.rules ? (['rules'] as const) : []),
  ];
}
