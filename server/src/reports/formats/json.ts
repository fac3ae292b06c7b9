import type { ColumnKind, ReportCell } from '@milepost/contract/report-columns';
import { withSubtotals } from './groups.ts';
import type { FileColumn, ReportFile, ReportSection } from './report-file.ts';
import { writePieces } from './write-pieces.ts';

/** The unit of each kind of cell. JSON always uses the stored unit, whatever the reader's units are. */
const UNITS: Partial<Record<ColumnKind, string>> = {
  moment: 'ISO 8601, UTC',
  duration: 's',
  distance: 'm',
  speed: 'km/h',
  volume: 'l',
};

/** One object with the sections and their rows, each an object keyed by column; for programs. */
export const writeJson = writePieces(async function* (file, counted) {
  const { title, organisation, parameters, asOf, notes, language, timeZone, currency } = file;
  const head = { title, organisation, parameters, asOf, notes, language, timeZone, currency };
  yield `${JSON.stringify(head).slice(0, -1)},"sections":[`;
  for (const [index, { section, counts }] of withSubtotals(file).entries()) {
    const columns = section.columns.map((column) => describe(column, file));
    yield `${index > 0 ? ',' : ''}\n{"title":${JSON.stringify(section.title)},${aboutOf(section)}"columns":${JSON.stringify(columns)},"rows":[`;
    let first = true;
    for await (const batch of section.rows) {
      if (batch.length === 0) continue;
      yield `${first ? '' : ','}\n${batch.map((row) => JSON.stringify(byKey(section.columns, row))).join(',\n')}`;
      first = false;
      if (counts) counted.rows += batch.length;
    }
    yield `\n],"totals":${JSON.stringify(section.totals && byKey(section.columns, section.totals))}}`;
  }
  yield ']}\n';
});

/** The parameters of a single section, when the file has several. */
const aboutOf = ({ parameters, notes }: ReportSection) =>
  parameters === undefined ? '' : `${JSON.stringify({ parameters, notes: notes ?? [] }).slice(1, -1)},`;

function describe({ key, label, kind, choices }: FileColumn, { currency }: ReportFile) {
  const unit = kind === 'money' ? `smallest unit of ${currency}` : UNITS[kind];
  return { key, label, kind, ...(unit !== undefined && { unit }), ...(choices && { choices }) };
}

const byKey = (columns: readonly FileColumn[], row: readonly ReportCell[]) =>
  Object.fromEntries(columns.map(({ key }, index) => [key, row[index] ?? null]));
