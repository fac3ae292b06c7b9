import { setTimeout as delay } from 'node:timers/promises';
import type { DownloadFormat } from '@milepost/contract/download-routes';
import type { ReportCell } from '@milepost/contract/report-columns';
import type { ReportParams } from '@milepost/contract/report-routes';
import type { Queryable } from '../../store/database.ts';
import type { Caller } from '../../store/people/callers.ts';
import { onlyRow } from '../../store/rows.ts';
import { reportFor } from '../allowed.ts';
import { askedOf, choiceOf } from '../ask.ts';
import { readChosen } from '../chosen.ts';
import type { FileColumn, ReportFile } from '../formats/report-file.ts';
import { inSnapshot, readerLanguage, type ReportServices } from '../read-report.ts';
import { readNotes } from '../report-notes.ts';
import { cellsOf, type RawRow, type RawTotals, toChart, toTotals } from '../report-rows.ts';
import { columnsIn, parametersIn } from '../report-words.ts';
import type { Report } from '../report.ts';
import { RowsSql } from '../rows-sql.ts';
import { LOCALES } from '../../texts/text.ts';
import { chartSvg } from './chart-svg.ts';
import { parameterWords } from './parameter-words.ts';

/** Rows fetched at a time. */
const BATCH = 1000;
/** What nobody waits for rests so many times as long as it works, so that devices and people come first. */
const REST = 3;
/** The longest rest: what is stuck is not slowed further. */
const MOST_REST_MS = 2000;

interface Wanted {
  kind: string;
  params: ReportParams;
  /** A format that shows the chart, too. */
  format?: DownloadFormat;
  /** Nobody waits for it: it works a part of the time. */
  unhurried?: true;
}

/**
 * A report on its way into a file, and how many rows it has. Rows are read from one state of the database while they are
 * written, so that totals are those of the rows; what is written must be finished when `use` ends.
 * @throws AppError `not-found`, `denied`, and `invalid` for a range that cannot be
 */
export async function streamReport<Result>(
  { database, placeAt }: ReportServices,
  caller: Caller,
  wanted: Wanted,
  use: (file: ReportFile, total: number) => Promise<Result>,
  now = new Date(),
): Promise<Result> {
  const { params } = wanted;
  const { report } = reportFor(caller, wanted.kind);
  const { scope } = caller;
  return inSnapshot(database, async (db) => {
    const language = await readerLanguage(db, caller, params);
    const asked = await askedOf(db, report, params, { scope, now });
    const choice = choiceOf(report, params);
    const statement = () => new RowsSql(report, asked, choice);
    const summed = statement();
    const { rows } = await db.query<RawTotals>(summed.totals(null), summed.statement.values);
    const whole = onlyRow({ rows });
    const reader = onlyRow(
      await db.query<{ units: string; currency: string; organisation: string }>(
        `SELECT u.units, o.currency, o.name AS organisation FROM users u, organisations o WHERE u.id = $1 AND o.id = $2`,
        [caller.userId, scope.organisationId],
      ),
    );
    const { columns, places } = columnsOf(report, params, columnsIn(report, language));
    const pick = (cells: readonly ReportCell[]) => places.map((at) => cells[at] ?? null);
    const words = report.texts[language];
    const how = {
      language,
      timeZone: asked.timeZone,
      currency: reader.currency,
      units: reader.units === 'imperial' ? ('miles' as const) : ('metric' as const),
    };
    const parameters = parameterWords(how, {
      range: asked.range,
      chosen: await readChosen(db, report, asked),
      own: parametersIn(report, asked, language),
      only: choice.only && (await nameOfOnly(db, statement(), choice.only.key)),
    });
    const file: ReportFile = {
      ...how,
      title: words.name,
      organisation: reader.organisation,
      parameters,
      asOf: new Intl.DateTimeFormat(LOCALES[language], {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: asked.timeZone,
      }).format(now),
      notes: [...(words.rule === undefined ? [] : [words.rule]), ...(await readNotes(db, report, asked, language))],
      logo: null,
      sections: [
        {
          title: words.name,
          columns,
          rows: batches(db, statement(), (row) => pick(cellsOf(report, row, placeAt)), wanted.unhurried),
          totals: report.columns.some(({ total, averageBy }) => total !== undefined || averageBy !== undefined)
            ? pick(toTotals(report, whole).cells)
            : null,
          chart: wanted.format === 'pdf' ? await drawChart(db, report, statement(), how) : null,
          map: null,
        },
      ],
    };
    return use(file, whole.rows);
  });
}

/** The columns to write, and where their cells stand: those that were chosen in their order, else all but the optional. */
function columnsOf(report: Report, { columns: wanted }: ReportParams, shown: ReturnType<typeof columnsIn>) {
  const at = new Map(report.columns.map(({ key }, index) => [key, index]));
  // Each once: a hundred times the same would only make a file long.
  const known = [...new Set(wanted)].flatMap((key) => at.get(key) ?? []);
  const places = known.length > 0 ? known : shown.flatMap(({ optional }, index) => (optional ? [] : [index]));
  const columns = places.flatMap((place): FileColumn[] => {
    const column = shown[place];
    if (!column) return [];
    const { key, label, kind, choices } = column;
    return [{ key, label, kind, ...(choices && { choices }) }];
  });
  return { columns, places };
}

/** What the rows are narrowed to, in words. */
async function nameOfOnly(db: Queryable, sql: RowsSql, key: string): Promise<string> {
  const { rows } = await db.query<{ label: string | null }>(sql.onlyLabel(), sql.statement.values);
  return rows[0]?.label ?? key;
}

async function drawChart(db: Queryable, report: Report, sql: RowsSql, how: Parameters<typeof chartSvg>[3]) {
  const by = sql.chartBy();
  if (by === null || report.chart === undefined) return null;
  const { rows } = await db.query<RawTotals>(sql.totals(by), sql.statement.values);
  const chart = toChart(
    report,
    by,
    rows.filter(({ whole }) => !whole),
  );
  const shown = columnsIn(report, how.language).find(({ key }) => key === chart.column);
  const column = shown ? { key: shown.key, label: shown.label, kind: shown.kind } : null;
  return chartSvg(chart, column, report.texts[how.language].name, how);
}

async function* batches(db: Queryable, sql: RowsSql, toCells: (row: RawRow) => ReportCell[], unhurried = false) {
  // All rows are wanted, not the first ones fast.
  await db.query('SET LOCAL cursor_tuple_fraction = 1');
  await db.query(`DECLARE report_rows NO SCROLL CURSOR FOR ${sql.rows()}`, sql.statement.values);
  for (;;) {
    const began = performance.now();
    const { rows } = await db.query<RawRow>(`FETCH ${BATCH} FROM report_rows`);
    if (rows.length === 0) break;
    yield rows.map(toCells);
    if (unhurried) await delay(Math.min(MOST_REST_MS, REST * (performance.now() - began)));
  }
  await db.query('CLOSE report_rows');
}
