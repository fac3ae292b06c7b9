import type { ReportChart, ReportParams } from '@milepost/contract/report-operations';
import type { ReportGroup } from '@milepost/contract/report-kinds';
import type { ParsedInput, OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Language } from '@milepost/contract/languages';
import type { Places } from '../places/places.ts';
import { AppError } from '../errors.ts';
import { codeOf } from '../fault.ts';
import { afterTransaction, type Database, inTransaction, type Queryable } from '../store/database.ts';
import { languageOf } from '../store/people/accounts.ts';
import type { Caller } from '../store/people/callers.ts';
import { onlyRow } from '../store/rows.ts';
import { reportFor } from './allowed.ts';
import { resolveParams, choiceOf } from './resolve-params.ts';
import { readChosen, readOnlyLabel } from './chosen.ts';
import { withKnownZeros } from './known-zeros.ts';
import { readNotes } from './report-notes.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import { keysOf, type RawRow, type RawTotals, revived, toChart, toRow, toTotals, loadPlacesOf } from './report-rows.ts';
import type { Report } from './report.ts';
import { columnsIn, filtersOf, groupLabel, parametersIn, ruleIn } from './report-words.ts';
import { groupingsOf } from './group-sql.ts';
import { type Choice, RowsSql } from './rows-sql.ts';

export interface ReportServices {
  database: Database;
  places: Pick<Places, 'for'>;
}

type Input = ParsedInput<Operations['get-report']>;
type Output = OperationOutput<Operations['get-report']>;

/** SQLSTATE query_canceled: a statement exceeded the time limit of the pool. */
const CANCELED = '57014';

/**
 * Planner settings for reading many facts: those of the range are stored together, so an index scan is cheaper than a
 * scan of the table, and their sums fit into memory.
 */
const FOR_MANY_ROWS = `
  SET LOCAL random_page_cost = 1.1;
  SET LOCAL work_mem = '32MB'`;

/**
 * Runs all reads of a report in one snapshot of the database, so that totals match the rows.
 * @throws AppError `conflict` when a statement takes a minute
 */
export const inSnapshot = <Result>(database: Database, work: (db: Queryable) => Promise<Result>): Promise<Result> =>
  inWords(inTransaction(database, (db) => onState(db, work)));

/**
 * The same, but the result is used after the snapshot was released.
 * @param rowsWithinMs the time limit for materialising rows
 */
export const afterSnapshot = <Made, Result>(
  database: Database,
  make: (db: Queryable) => Promise<Made>,
  use: (made: Made) => Promise<Result>,
  rowsWithinMs: number,
): Promise<Result> =>
  inWords(
    afterTransaction(
      database,
      (db) =>
        onState(db, async () => {
          await db.query(`SET LOCAL statement_timeout = ${rowsWithinMs}`);
          return make(db);
        }),
      use,
      // The time limit of the server comes first.
      rowsWithinMs + 5000,
    ),
  );

async function onState<Result>(db: Queryable, work: (db: Queryable) => Promise<Result>): Promise<Result> {
  await db.query(`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;${FOR_MANY_ROWS}`);
  return work(db);
}

async function inWords<Result>(report: Promise<Result>): Promise<Result> {
  try {
    return await report;
  } catch (error) {
    if (codeOf(error) === CANCELED) throw new AppError('conflict', 'report-too-slow', { cause: error });
    throw error;
  }
}

export const readerLanguage = async (db: Queryable, caller: Caller, { language }: ReportParams): Promise<Language> =>
  language ?? (await languageOf(db, caller.userId));

/**
 * Reads a page of a report with everything around it.
 * @throws AppError `not-found`, `denied`, and `invalid` for an impossible range
 */
export async function readReport(
  { database, places }: ReportServices,
  caller: Caller,
  input: Input,
  now = new Date(),
): Promise<Output> {
  const { kind, report } = reportFor(caller, input.kind);
  const { scope } = caller;
  return inSnapshot(database, async (db) => {
    const language = await readerLanguage(db, caller, input);
    const resolved = await resolveParams(db, report, input, { caller, now });
    const choice = choiceOf(report, input);
    const sql = () => new RowsSql(report, resolved, choice);
    const by = sql().chartBy();
    const { rows, totals } = await readPage(db, report, sql, { page: input, by, choice });
    const { whole, parts } = wholeAndParts(totals);
    const all = choice.only === null || by === null ? parts : wholeAndParts(await readAll(db, sql(), by)).parts;
    const { currency } = onlyRow(
      await db.query<{ currency: string }>('SELECT currency FROM organisations WHERE id = $1', [scope.organisationId]),
    );
    const words = report.texts[language];
    const labelOf: LabelOf = (group, label) => group && groupLabel(report, group, label, language);
    const { range } = resolved;
    const placeAt = places.for({ ...caller, language });
    await loadPlacesOf(db, report, rows, placeAt);
    return {
      kind,
      purpose: report.purpose,
      name: words.name,
      about: words.about,
      rowsName: words.rows ?? null,
      rule: ruleIn(report, language),
      counted: words.counted ?? null,
      range: range && { from: range.from, to: range.to, preset: resolved.preset },
      timeZone: resolved.timeZone,
      currency,
      asOf: now.toISOString(),
      notes: [
        ...(await readNotes(db, report, { params: resolved, group: choice.group, language })),
        ...((await isCopy(db)) ? [inLanguage(language, textFor('report-copy'))] : []),
      ],
      search: report.searched ? resolved.search : null,
      filters: filtersOf(report),
      vehicleTypes: filtersOf(report).includes('groups') ? [...resolved.vehicleTypes] : null,
      chosen: await readChosen(db, report, resolved),
      parameters: parametersIn(report, resolved, language),
      columns: columnsIn(report, language),
      groupings: groupingsOf(report),
      group: choice.group,
      subtotals: choice.subtotals,
      sort: choice.sort,
      direction: choice.direction,
      rows: rows.map((row) => toRow(report, row, placeAt)),
      total: choice.subtotals ? parts.length : whole.rows,
      totals: await withKnownZeros(db, report, toTotals(report, whole), { params: resolved, choice }),
      groups: groupsOnPage(parts, rows, choice, input).map((part) => ({
        ...toTotals(report, part),
        key: part.key ?? '',
        label: labelOf(choice.group, part.label),
      })),
      only: choice.only && { ...choice.only, label: labelOf(choice.only.by, await readOnlyLabel(db, sql())) },
      chart:
        by === null || report.chart === undefined
          ? null
          : withLabels(toChart(report, by, all, resolved.range), labelOf),
      map: report.map !== undefined,
    };
  });
}

async function isCopy(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ copy: boolean }>('SELECT pg_is_in_recovery() AS copy');
  return rows[0]?.copy ?? false;
}

type LabelOf = (group: ReportGroup | null, label: string | null) => string | null;

const withLabels = (chart: ReportChart, labelOf: LabelOf): ReportChart => ({
  ...chart,
  points: chart.points.map(({ label, ...point }) => ({
    ...point,
    label: typeof label === 'string' ? labelOf(chart.by, label) : label,
  })),
});

/** A page of rows with the totals of all rows and of each group. */
async function readPage(
  db: Queryable,
  report: Report,
  sql: () => RowsSql,
  { page, by, choice }: { page: PageParams; by: ReportGroup | null; choice: Choice },
): Promise<{ rows: RawRow[]; totals: RawTotals[] }> {
  const first = sql();
  const sorted = first.sortsGroups;
  if (report.once && !choice.subtotals && !sorted) {
    const both = await db.query<{ rows: RawRow[]; totals: RawTotals[] }>(
      first.pageWithTotals(page, by),
      first.statement.values,
    );
    return revived(report, onlyRow(both));
  }
  const { rows: totals } = await db.query<RawTotals>(first.totals(by), first.statement.values);
  if (choice.subtotals) return { rows: [], totals };
  const second = sql();
  const keys = sorted ? keysOf(totals) : null;
  const { rows } = await db.query<RawRow>(second.rows(page, keys), second.statement.values);
  return { rows, totals };
}

type PageParams = Pick<Input, 'page' | 'pageSize'>;

/** The groups that have rows on the page or, when only subtotals are shown, the groups of the page. */
function groupsOnPage(
  parts: readonly RawTotals[],
  rows: readonly RawRow[],
  { group, subtotals }: Choice,
  { page, pageSize }: PageParams,
): readonly RawTotals[] {
  if (group === null) return [];
  if (subtotals) return parts.slice((page - 1) * pageSize, page * pageSize);
  const onPage = new Set(rows.map((row) => row.group));
  return parts.filter(({ key }) => onPage.has(key));
}

/** Reads all bars of a chart in which one was chosen. */
async function readAll(db: Queryable, sql: RowsSql, by: ReportGroup): Promise<RawTotals[]> {
  const { rows } = await db.query<RawTotals>(sql.totals(by, { everything: true }), sql.statement.values);
  return rows;
}

function wholeAndParts(totals: readonly RawTotals[]) {
  const whole = totals.find((row) => row.whole);
  if (whole === undefined) throw new Error('the report has no totals');
  return { whole, parts: totals.filter((row) => !row.whole) };
}
