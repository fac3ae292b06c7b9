import type { ReportParams } from '@milepost/contract/report-routes';
import type { ReportGroup } from '@milepost/contract/report-kinds';
import type { ParsedInput, RouteOutput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import type { PlaceAt } from '../places.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { languageOf } from '../store/people/accounts.ts';
import type { Caller } from '../store/people/callers.ts';
import { onlyRow } from '../store/rows.ts';
import type { Language } from '../texts/text.ts';
import { reportFor } from './allowed.ts';
import { askedOf, choiceOf } from './ask.ts';
import { readChosen } from './chosen.ts';
import { readNotes } from './report-notes.ts';
import { type RawRow, type RawTotals, toChart, toRow, toTotals } from './report-rows.ts';
import { columnsIn, filtersOf, parametersIn } from './report-words.ts';
import { groupingsOf, RowsSql } from './rows-sql.ts';

export interface ReportServices {
  database: Database;
  placeAt: PlaceAt;
}

type Input = ParsedInput<RouteTable['get-report']>;
type Output = RouteOutput<RouteTable['get-report']>;

/** One state of the database for all that a report says, so that totals are those of its rows. */
export const inSnapshot = <Result>(database: Database, work: (db: Queryable) => Promise<Result>): Promise<Result> =>
  inTransaction(database, async (db) => {
    await db.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return work(db);
  });

export const readerLanguage = async (db: Queryable, caller: Caller, { language }: ReportParams): Promise<Language> =>
  language ?? (await languageOf(db, caller.userId));

/**
 * A page of a report with everything that stands around it.
 * @throws AppError `not-found`, `denied`, and `invalid` for a range that cannot be
 */
export async function readReport(
  { database, placeAt }: ReportServices,
  caller: Caller,
  input: Input,
  now = new Date(),
): Promise<Output> {
  const { kind, report } = reportFor(caller, input.kind);
  const { scope } = caller;
  return inSnapshot(database, async (db) => {
    const language = await readerLanguage(db, caller, input);
    const asked = await askedOf(db, report, input, { scope, now });
    const choice = choiceOf(report, input);
    const sql = () => new RowsSql(report, asked, choice);
    const page = sql();
    const rows = await db.query<RawRow>(page.rows(input), page.statement.values);
    const by = page.chartBy();
    const { whole, parts, all } = await readTotals(db, sql, by, choice.only !== null);
    const onPage = new Set(rows.rows.map(({ group }) => group));
    const { currency } = onlyRow(
      await db.query<{ currency: string }>('SELECT currency FROM organisations WHERE id = $1', [scope.organisationId]),
    );
    const words = report.texts[language];
    const { range } = asked;
    return {
      kind,
      purpose: report.purpose,
      name: words.name,
      about: words.about,
      rule: words.rule ?? null,
      range: range && { from: range.from, to: range.to, preset: asked.preset },
      timeZone: asked.timeZone,
      currency,
      asOf: now.toISOString(),
      notes: await readNotes(db, report, asked, language),
      filters: filtersOf(report),
      chosen: await readChosen(db, report, asked),
      parameters: parametersIn(report, asked, language),
      columns: columnsIn(report, language),
      groupings: groupingsOf(report),
      group: choice.group,
      sort: choice.sort,
      direction: choice.direction,
      rows: rows.rows.map((row) => toRow(report, row, placeAt)),
      total: whole.rows,
      totals: toTotals(report, whole),
      groups:
        choice.group === null
          ? []
          : parts
              .filter(({ key }) => onPage.has(key))
              .map((part) => ({ ...toTotals(report, part), key: part.key ?? '', label: part.label })),
      only: choice.only && { ...choice.only, label: await readOnly(db, sql()) },
      chart: by === null || report.chart === undefined ? null : toChart(report, by, all),
      map: report.map !== undefined,
    };
  });
}

/** The totals of the rows, those of each group of them, and those of each bar of the chart, of which one may be chosen. */
async function readTotals(db: Queryable, sql: () => RowsSql, by: ReportGroup | null, narrowed: boolean) {
  const read = async (everything: boolean) => {
    const statement = sql();
    const { rows } = await db.query<RawTotals>(statement.totals(by, { everything }), statement.statement.values);
    return rows;
  };
  const own = await read(false);
  const whole = own.find((row) => row.whole);
  if (whole === undefined) throw new Error('the report has no totals');
  const parts = own.filter((row) => !row.whole);
  const all = narrowed && by !== null ? (await read(true)).filter((row) => !row.whole) : parts;
  return { whole, parts, all };
}

/** What the rows are narrowed to, in words. */
async function readOnly(db: Queryable, sql: RowsSql): Promise<string | null> {
  const { rows } = await db.query<{ label: string | null }>(sql.onlyLabel(), sql.statement.values);
  return rows[0]?.label ?? null;
}
