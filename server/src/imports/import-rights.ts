import { IMPORT_KIND_NAMES, type IMPORT_KINDS, importSpec, type ImportKind } from '@milepost/contract/import-kinds';
import type { MenuKey } from '@milepost/contract/rights';
import { may, requireGrant } from '../auth/caller.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../store/people/callers.ts';
import type { StoredImport } from '../store/imports/imports.ts';

/** The action of a call on an import: viewing it; or trying, running, undoing or dropping it. */
type Doing = 'view' | 'create';

/** Requires permission to view and to create, without a limit, because lines can refer to anything. */
export function requireImport(caller: Caller, kind: ImportKind, doing: Doing): void {
  const { menu } = importSpec(kind);
  requireGrant(caller, menu, 'view');
  requireGrant(caller, menu, doing);
  if (caller.scope.limit !== null) throw new AppError('denied', 'limit-all');
}

/**
 * The same before the kind of an import is known: a person who may not import anything does not learn which imports
 * exist.
 */
export function requireAnyImport(caller: Caller, doing: Doing): void {
  const allowed = IMPORT_KIND_NAMES.some((kind) => {
    const { menu } = importSpec(kind);
    return may(caller, menu, 'view') && may(caller, menu, doing);
  });
  if (!allowed) throw new AppError('denied', 'permission-denied');
}

type Creatable = (typeof IMPORT_KINDS)[ImportKind]['creates'][number];

/** The permission for creating, by name only, what lines refer to; the same as in a form. */
const CREATES: Readonly<Record<Creatable, { menu: MenuKey; action: 'create' | 'edit' }>> = {
  group: { menu: 'vehicles', action: 'edit' },
  driver: { menu: 'vehicles', action: 'edit' },
  device: { menu: 'devices', action: 'create' },
  vendor: { menu: 'expenses', action: 'create' },
};

const isCreatable = (what: string): what is Creatable => Object.hasOwn(CREATES, what);

/** The kinds of related records that a person may create during an import of this kind. */
export const creatable = (caller: Caller, kind: ImportKind): string[] =>
  importSpec(kind).creates.filter((what) => isCreatable(what) && may(caller, CREATES[what].menu, CREATES[what].action));

/** Undoing an import deletes what it created and reverts what it changed. */
export function mayUndo(caller: Caller, { kind, counts }: Pick<StoredImport, 'kind' | 'counts'>): boolean {
  const { menu } = importSpec(kind);
  const deletes = (counts.created ?? 0) === 0 || may(caller, menu, 'delete');
  return deletes && ((counts.updated ?? 0) === 0 || may(caller, menu, 'edit'));
}
