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

/** Which records a line may mean. */
export interface Meant {
  /** The best first; one that says all that the line says goes before. */
  ids: readonly number[];
  name: string;
  /** The field by which it is found, and what the line says there. */
  field: string;
  said?: string;
  faults?: readonly LineFault[];
}

/** What a line would make of a record. */
export interface Draft {
  /** Null of a new one. */
  id: number | null;
  given: Values;
  before: Values | null;
  after: Record<string, Value>;
  refuse(field: string, why: Fault): void;
}

export interface TableRules {
  table: RecordTable;
  /** What a new record says where its line is silent. */
  nothing: Values;
  meant(line: ParsedLine, index: number): Meant;
  /** Fills what a record says otherwise than its line, such as ids for names, and refuses what its form refuses. */
  fill(draft: Draft, index: number): void;
  /** How many there may be, and whose; a line beyond that is refused at the field. */
  room?: { of: Parameters<typeof roomFor>[1]; owner: number; field: string };
  /** Several records may be alike: of lines that are, each means another one. */
  alike?: true;
}

export const textIn = (given: Values, field: string): string => {
  const value = given[field];
  return typeof value === 'string' ? value : '';
};

/** All texts that lines say in a field, each once. */
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

/** Puts lines beside the records of one table that they mean. */
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
  const chosen = chooseEach(candidates, rules.alike === true);
  const room = rules.room && (await roomFor(db, rules.room.of, rules.room.owner, lines.length));
  let fresh = 0;
  return lines.map(({ line, given }, index): ResolvedLine => {
    const { name = '', field = '', said: shownName = name, faults: found = [] } = meant[index] ?? {};
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

/** The record of each line: first those that stay as they are, then the best of the rest. */
function chooseEach(candidates: readonly (readonly Candidate[])[], eachAnother: boolean): (Candidate | undefined)[] {
  const taken = new Set<number | null>();
  const take = (one: Candidate | undefined) => {
    if (one && eachAnother) taken.add(one.id);
    return one;
  };
  const same = candidates.map((some) => take(some.find(({ id, isSame }) => isSame && !taken.has(id))));
  return candidates.map((some, index) => same[index] ?? take(some.find(({ id }) => !taken.has(id))));
}
