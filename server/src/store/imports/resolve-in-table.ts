import { type Fault, fault } from '@milepost/contract/fault';
import {
  type ImportTarget,
  type LineFault,
  type ParsedLine,
  type ResolvedLine,
  isSubset,
  type Value,
  type Values,
} from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { roomFor } from '../quotas.ts';
import { readTable, type RecordTable } from './table-records.ts';

/** The records that a line may refer to. */
export interface MatchedRecords {
  /** Best match first; among equals, a record that already has all values of the line. */
  ids: readonly number[];
  name: string;
  /** The field by which it is found, and its value in the line. */
  field: string;
  typed?: string;
  faults?: readonly LineFault[];
}

/** A record as a line would change it. */
export interface Draft {
  /** Null for a new record. */
  id: number | null;
  given: Values;
  before: Values | null;
  after: Record<string, Value>;
  refuse(field: string, why: Fault): void;
}

export interface TableRules {
  table: RecordTable;
  /** The defaults of a new record. */
  nothing: Values;
  meant(line: ParsedLine, index: number): MatchedRecords;
  /** Sets values that differ from the line, such as ids for names, and refuses the same values as the form. */
  fill(draft: Draft, index: number): void;
  /** The limit of records and its owner; lines beyond it are refused at the field. */
  room?: { of: Parameters<typeof roomFor>[1]; owner: number; field: string };
  /** Several records can be equal: equal lines then refer to different ones. */
  isLoose?: true;
}

export const textIn = (given: Values, field: string): string => {
  const value = given[field];
  return typeof value === 'string' ? value : '';
};

/** The distinct texts of lines in a field. */
export const textsIn = (lines: readonly ParsedLine[], field: string): string[] => [
  ...new Set(lines.map(({ given }) => textIn(given, field)).filter((text) => text !== '')),
];

interface Candidate {
  id: number | null;
  before: Values | null;
  after: Values;
  faults: LineFault[];
  isSame: boolean;
}

/** Matches lines with the records of one table. */
export async function resolveInTable(
  db: Queryable,
  { organisationId, mode }: ImportTarget,
  lines: readonly ParsedLine[],
  rules: TableRules,
): Promise<ResolvedLine[]> {
  const meant = lines.map((line, index) => rules.meant(line, index));
  const ids = [...new Set(meant.flatMap((one) => one.ids))];
  const stored = await readTable(db, rules.table, organisationId, ids);
  const candidates = lines.map(({ given }, index) =>
    (meant[index]?.ids ?? []).map((id) => candidateOf(rules, given, id, stored.get(id) ?? null, index)),
  );
  const chosen = chooseEach(candidates, rules.isLoose === true);
  const room = rules.room && (await roomFor(db, rules.room.of, rules.room.owner, lines.length));
  let fresh = 0;
  return lines.map(({ line, given }, index): ResolvedLine => {
    const { name = '', field = '', typed: shownName = name, faults: found = [] } = meant[index] ?? {};
    const { id, before, after, faults } = chosen[index] ?? candidateOf(rules, given, null, null, index);
    const all = [...found, ...faults];
    if (id !== null && mode === 'new') all.push({ field, fault: fault('record-there', { name: shownName }) });
    if (id === null) fresh += 1;
    if (id === null && room && rules.room && fresh > room.left) {
      all.push({ field: rules.room.field, fault: fault('most-kept', { most: room.most }) });
    }
    return { line, name, id, before, after, wants: [], faults: all };
  });
}

function candidateOf(
  { table, nothing, fill }: TableRules,
  given: Values,
  id: number | null,
  before: Values | null,
  index: number,
): Candidate {
  const entered = Object.entries(given).filter(([field]) => field in table.columns || field.startsWith('own:'));
  const after: Record<string, Value> = { ...nothing, ...before, ...Object.fromEntries(entered) };
  delete after['version'];
  const faults: LineFault[] = [];
  fill({ id, given, before, after, refuse: (field, why) => void faults.push({ field, fault: why }) }, index);
  return { id, before, after, faults, isSame: before !== null && isSubset(after, before) };
}

/** Chooses the record of each line: first those that would not change, then the best of the rest. */
function chooseEach(candidates: readonly (readonly Candidate[])[], eachAnother: boolean): (Candidate | undefined)[] {
  const taken = new Set<number | null>();
  const take = (one: Candidate | undefined) => {
    if (one && eachAnother) taken.add(one.id);
    return one;
  };
  const same = candidates.map((some) => take(some.find(({ id, isSame }) => isSame && !taken.has(id))));
  return candidates.map((some, index) => same[index] ?? take(some.find(({ id }) => !taken.has(id))));
}
