import { RECORD_KIND_NAMES } from '@milepost/contract/record-kinds';
import type { Database } from '@milepost/server/store/database';
import type { Viewer } from '@milepost/server/store/files/records';
import type { Scope } from '@milepost/server/store/scope';
import { FIRST_CUSTOMER } from '../seed/sales.ts';

/** One request to a list, by its parameters. */
export interface MeasuredList {
  name: string;
  ask: () => Promise<unknown>;
  /** The target in milliseconds on the server; by default that of a list. */
  aimMs?: number;
}

/** The caller: the administrator of the benchmark's own database. */
export const USER = 1;
export const SCOPE: Scope = { organisationId: 1, organisationIds: [1], root: true, limit: null };
export const VIEWER: Viewer = { scope: SCOPE, userId: USER, kinds: RECORD_KIND_NAMES };
/** A caller who sees the customers as well, to whom subscriptions and invoices belong. */
export const sellerScope = (customers: number): Scope => ({
  ...SCOPE,
  organisationIds: [1, ...Array.from({ length: customers }, (_, index) => FIRST_CUSTOMER + index)],
});

export const PAGE = { search: '', direction: 'asc' as const, page: 1, pageSize: 50 };

const DAY_MS = 86_400_000;
export const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Requests to one list, each with its parameters beyond the first page. */
export const queriesOf = <More extends object>(
  list: string,
  query: (more: More) => Promise<unknown>,
  questions: Readonly<Record<string, More>>,
): MeasuredList[] =>
  Object.entries(questions).map(([question, more]) => ({
    name: question === '' ? list : `${list}: ${question}`,
    ask: () => query(more),
  }));

export type ListsOf = (db: Database, counts: { customers: number; vehicles: number }) => MeasuredList[];
