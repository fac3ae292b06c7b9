import { IMPORT_KIND_NAMES, type IMPORT_KINDS, importSpec, type ImportKind } from '@milepost/contract/import-kinds';
import type { MenuKey } from '@milepost/contract/rights';
import { may, requireGrant } from '../auth/caller.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../store/people/callers.ts';
import type { StoredImport } from '../store/imports/imports.ts';

/** What a call does with an import: looks at it, or tries, runs, undoes or drops it. */
type Doing = 'view' | 'create';

/** Whoever imports must be allowed to view and to create, and see everything: lines name what they like. */
export function requireImport(caller: Caller, kind: ImportKind, doing: Doing): void {
  const { menu } = importSpec(kind);
  requireGrant(caller, menu, 'view');
  requireGrant(caller, menu, doing);
  if (caller.scope.limit !== null) throw new AppError('denied', 'limit-all');
}

/** The same before it is known what an import is of: who may not import anything is not told which imports there are. */
export function requireAnyImport(caller: Caller, doing: Doing): void {
  const allowed = IMPORT_KIND_NAMES.some((kind) => {
    const { menu } = importSpec(kind);
    return may(caller, menu, 'view') && may(caller, menu, doing);
  });
  if (!allowed) throw new AppError('denied', 'permission-denied');
}

type Creatable = (typeof IMPORT_KINDS)[ImportKind]['creates'][number];

/** The right to create, by name alone, what lines name; as where a person does so in a form. */
const CREATES: Readonly<Record<Creatable, { menu: MenuKey; action: 'create' | 'edit' }>> = {
  group: { menu: 'vehicles', action: 'edit' },
  driver: { menu: 'vehicles', action: 'edit' },
  device: { menu: 'devices', action: 'create' },
  vendor: { menu: 'expenses', action: 'create' },
};

const isCreatable = (what: string): what is Creatable => Object.hasOwn(CREATES, what);

/** What of a kind's companions a person may create. */
export const creatable = (caller: Caller, kind: ImportKind): string[] =>
  importSpec(kind).creates.filter((what) => isCreatable(what) && may(caller, CREATES[what].menu, CREATES[what].action));

/** To undo an import is to delete what it created and to change back what it changed. */
export function mayUndo(caller: Caller, { kind, counts }: Pick<StoredImport, 'kind' | 'counts'>): boolean {
  const { menu } = importSpec(kind);
  const deletes = (counts.created ?? 0) === 0 || may(caller, menu, 'delete');
  return deletes && ((counts.updated ?? 0) === 0 || may(caller, menu, 'edit'));
}
