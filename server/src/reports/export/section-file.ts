import type { DownloadFormat } from '@milepost/contract/download-operations';
import type { ReportCell } from '@milepost/contract/report-columns';
import type { ReportParams } from '@milepost/contract/report-operations';
import type { PlaceAt } from '../../places/places.ts';
import type { Queryable } from '../../store/database.ts';
import { onlyRow } from '../../store/rows.ts';
import type { Caller } from '../../store/people/callers.ts';
import { resolveParams, choiceOf } from '../resolve-params.ts';
import { readChosen, readOnlyLabel } from '../chosen.ts';
import type { DocumentSection } from '../document.ts';
import { subtotalsOf } from '../formats/groups.ts';
import { type FileColumn, isDrawn, type ReportFile, type ReportSection } from '../formats/report-file.ts';
import { withKnownZeros } from '../known-zeros.ts';
import { readNotes } from '../report-notes.ts';
import { chosenCells, loadPlacesOf, type RawRow, type RawTotals, toChart, toTotals } from '../report-rows.ts';
import { columnsIn, parametersIn, ruleIn } from '../report-words.ts';
import type { Report } from '../report.ts';
import type { ResolvedParams } from '../report-query.ts';
import { RowsSql } from '../rows-sql.ts';
import { chartSvg } from './chart-svg.ts';
import { drawMap } from './read-map.ts';
import { groupingWord, groupName, readGroups } from './read-groups.ts';
import { parameterWords } from './parameter-words.ts';
import type { BackgroundPacer } from './unhurried.ts';

/** Rows fetched at a time. */
const BATCH = 1000;

type How = Pick<ReportFile, 'language' | 'timeZone' | 'units' | 'currency'>;
type Words = readonly { label: string; value: string }[];

interface Wanted {
  caller: Caller;
  placeAt: PlaceAt;
  how: How;
  now: Date;
  params: ReportParams;
  /** The format, if it can show the chart. */
  format: DownloadFormat | undefined;
  /**
   * When set, the rows are materialised at the end of the transaction and fetched with pauses after it; otherwise they
   * are read within it.
   */
  unhurried: BackgroundPacer | undefined;
  /** The index of the section in the file, from 0. */
  at: number;
  /** True when the map shows geofences. */
  fences: boolean;
}

interface SectionFile {
  section: ReportSection;
  total: number;
  /** The parameters in words: days and vehicles, then those of this report only. */
  shared: Words;
  own: Words;
  rule: string | null;
  /** The detailed explanation of how it is counted. */
  counted: string | null;
  notes: string[];
}

const EMPTY_PARAMS = { range: null, ever: false, search: '', vehicleTypes: [], own: [], only: null, group: null };

/** A report as a section of a file; its rows are read while the file is written. */
export async function sectionFile(
  db: Queryable,
  { report, title }: DocumentSection,
  { caller, placeAt, how, now, params, format, unhurried, fences, at }: Wanted,
): Promise<SectionFile> {
  const { language } = how;
  const resolved = await resolveParams(db, report, params, { caller, now });
  const choice = choiceOf(report, params);
  const statement = () => new RowsSql(report, resolved, choice);
  const summed = statement();
  const { rows } = await db.query<RawTotals>(summed.totals(null), summed.statement.values);
  const whole = onlyRow({ rows });
  const { columns, places } = columnsOf(report, params, columnsIn(report, language));
  const pick = (cells: readonly ReportCell[]) => places.map((place) => cells[place] ?? null);
  const words = report.texts[language];
  const chosen = await readChosen(db, report, resolved);
  const { vehicles = [], groups = [], ...others } = chosen;
  const { groups: grouped, keys } = await readGroups(db, statement(), report, choice.group, { how, pick });
  const drawn = isDrawn(format);
  const map = drawn && report.map ? await drawMap(db, statement(), fences ? caller.scope : null, how) : null;
  const cells = chosenCells(report, places, placeAt);
  const toCells = async (batch: readonly RawRow[]) => {
    await loadPlacesOf(db, report, batch, placeAt);
    return batch.map(cells);
  };
  const read = statement();
  const cursor = { name: `report_rows_${at}`, sql: read.cells(places, keys), values: read.statement.values };
  if (unhurried && !(choice.subtotals && grouped)) await declare(db, cursor, 'WITH HOLD');
  const section: ReportSection = {
    title: title ?? words.name,
    columns,
    rows: unhurried ? fetched(db, cursor, toCells, unhurried) : readNow(db, cursor, toCells),
    totals: report.columns.some(({ total, averageBy }) => total !== undefined || averageBy !== undefined)
      ? pick((await withKnownZeros(db, report, toTotals(report, whole), { params: resolved, choice })).cells)
      : null,
    chart: drawn ? await drawChart(db, report, statement(), { ...how, beside: map !== null }, resolved.range) : null,
    groups: grouped,
    map,
  };
  const subtotals = choice.subtotals ? subtotalsOf(section, how) : null;
  const only = choice.only && groupName(report, choice.only.by, await readOnlyLabel(db, statement()), how);
  return {
    total: subtotals && grouped ? grouped.all.length : whole.rows,
    shared: parameterWords(how, {
      ...EMPTY_PARAMS,
      range: resolved.range,
      ever: resolved.preset === 'ever',
      vehicleTypes: resolved.vehicleTypes,
      chosen: { vehicles, groups },
    }),
    own: parameterWords(how, {
      ...EMPTY_PARAMS,
      chosen: others,
      search: resolved.search,
      own: parametersIn(report, resolved, language),
      only,
      group: grouped?.by ?? null,
    }),
    rule: ruleIn(report, language),
    counted: words.counted ?? null,
    notes: await readNotes(db, report, { params: resolved, group: choice.group, language }),
    section: subtotals ? { ...subtotals, chart: section.chart, map: section.map } : section,
  };
}

/**
 * The columns to write and the positions of their cells: the chosen ones in their order, otherwise all except optional
 * ones.
 */
function columnsOf(report: Report, { columns: wanted }: ReportParams, shown: ReturnType<typeof columnsIn>) {
  const at = new Map(report.columns.map(({ key }, index) => [key, index]));
  // Each column once: repeating it a hundred times would only make the file larger.
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

async function drawChart(
  db: Queryable,
  report: Report,
  sql: RowsSql,
  how: How & { beside: boolean },
  range: ResolvedParams['range'],
) {
  const by = sql.chartBy();
  if (by === null || report.chart === undefined) return null;
  const { rows } = await db.query<RawTotals>(sql.totals(by), sql.statement.values);
  const chart = toChart(
    report,
    by,
    rows.filter(({ whole }) => !whole),
    range,
  );
  const shown = columnsIn(report, how.language).find(({ key }) => key === chart.column);
  const column = shown ? { key: shown.key, label: shown.label, kind: shown.kind } : null;
  return chartSvg(chart, column, report.texts[how.language].name, {
    ...how,
    by: groupingWord(report, by, how.language),
  });
}

interface Cursor {
  name: string;
  sql: string;
  values: unknown[];
}

async function declare(db: Queryable, { name, sql, values }: Cursor, hold: 'WITH HOLD' | 'WITHOUT HOLD') {
  // Lets PostgreSQL plan for all rows of the cursor, not only for the first ones.
  await db.query('SET LOCAL cursor_tuple_fraction = 1');
  await db.query(`DECLARE ${name} NO SCROLL CURSOR ${hold} FOR ${sql}`, values);
}

type ToCells = (rows: readonly RawRow[]) => Promise<ReportCell[][]>;

/** Sections are written one after the other, so one cursor is open at a time. */
async function* readNow(db: Queryable, cursor: Cursor, toCells: ToCells) {
  await declare(db, cursor, 'WITHOUT HOLD');
  yield* fetched(db, cursor, toCells, null);
}

async function* fetched(db: Queryable, { name }: Cursor, toCells: ToCells, unhurried: BackgroundPacer | null) {
  for (;;) {
    await unhurried?.rest();
    const { rows } = await db.query<RawRow>(`FETCH ${BATCH} FROM ${name}`);
    if (rows.length === 0) break;
    yield await toCells(rows);
  }
  await db.query(`CLOSE ${name}`);
}
