import { DUE_KINDS, type DueItem, type DueKind } from '@milepost/contract/due-operations';
import type { MenuKey } from '@milepost/contract/rights';
import type { Queryable } from '../database.ts';
import { listDueDocuments } from '../documents/due-documents.ts';
import { listDueServices } from '../maintenance/dues.ts';
import { listDueTasks } from '../tasks/due-tasks.ts';
import type { Scope } from '../scope.ts';
import { listDueSubscriptions } from '../subscriptions/due-subscriptions.ts';

export interface DueRequest {
  /** Only for this vehicle. */
  vehicleId?: number | undefined;
  most: number;
}

export interface DueSourceRequest extends DueRequest {
  /** All listed kinds. Records that another of these kinds already covers are left out. */
  kinds: ReadonlySet<DueKind>;
}

export interface DuePart {
  /** The earliest, up to the requested number. */
  rows: DueItem[];
  total: number;
  overdue: number;
}

interface DueSource {
  /** The menu whose view permission shows it. */
  menu: MenuKey;
  list(db: Queryable, scope: Scope, request: DueSourceRequest): Promise<DuePart>;
}

/** The kinds of due records. */
const DUE_SOURCES: Readonly<Record<DueKind, DueSource>> = {
  service: { menu: 'maintenance', list: listDueServices },
  document: { menu: 'media', list: listDueDocuments },
  subscription: { menu: 'subscriptions', list: listDueSubscriptions },
  task: { menu: 'tasks', list: listDueTasks },
};

/** The next due records of the kinds that a person can view, earliest first. */
export async function listDue(
  db: Queryable,
  scope: Scope,
  request: DueRequest,
  mayView: (menu: MenuKey) => boolean,
): Promise<DuePart> {
  const kinds = new Set(DUE_KINDS.filter((kind) => mayView(DUE_SOURCES[kind].menu)));
  const parts = await Promise.all([...kinds].map((kind) => DUE_SOURCES[kind].list(db, scope, { ...request, kinds })));
  const sum = (count: (part: DuePart) => number) => parts.reduce((all, part) => all + count(part), 0);
  return {
    rows: parts
      .flatMap(({ rows }) => rows)
      .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
      .slice(0, request.most),
    total: sum(({ total }) => total),
    overdue: sum(({ overdue }) => overdue),
  };
}
