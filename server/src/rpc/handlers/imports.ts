import { ownBulkField } from '@milepost/contract/bulk-kinds';
import { importSpec } from '@milepost/contract/import-kinds';
import type { ImportColumn, OpenImport } from '@milepost/contract/import-operations';
import { fault } from '@milepost/contract/fault';
import { requireGrant } from '../../auth/caller.ts';
import { AppError, fieldError } from '../../errors.ts';
import { ownFieldsOf } from '../../imports/own-fields.ts';
import { chooseEncoding, chooseHeadings, encodingOf } from '../../imports/change-table.ts';
import { checkImport } from '../../imports/check-import.ts';
import { creatable, mayUndo, requireAnyImport, requireImport } from '../../imports/import-rights.ts';
import { wordKey } from '../../imports/detect-columns.ts';
import { remember } from '../../imports/remembered.ts';
import { workOnImportJob } from '../../jobs/import-job.ts';
import { inTransaction, type Queryable } from '../../store/database.ts';
import { beginCheck, beginRun, beginUndo, dropImport } from '../../store/imports/change-imports.ts';
import {
  checkUndoOpen,
  columnSamples,
  getImport,
  listImports,
  listLines,
  type StoredImport,
  toImport,
} from '../../store/imports/imports.ts';
import { chooseSheet, listSheets } from '../../store/imports/import-sheets.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { countEachTaken } from '../taken-identities.ts';

/** The import, if this person may import its kind of record. */
async function openImport(
  { services, caller }: CallContext,
  id: number,
  doing: 'view' | 'create' = 'create',
): Promise<StoredImport> {
  requireAnyImport(caller, doing);
  const stored = await getImport(services.database, caller.scope, id);
  requireImport(caller, stored.kind, doing);
  return stored;
}

async function answer(context: CallContext, id: number): Promise<{ import: OpenImport }> {
  const { services, caller } = context;
  const stored = await openImport(context, id, 'view');
  const { headings, sheet, columns, mode, leaveOut, creates, wanted, warned, organisationId, kind } = stored;
  const own = await ownFieldsOf(services.database, organisationId, kind);
  const samples = await columnSamples(services.database, id, headings.length);
  return {
    import: {
      ...toImport(stored),
      // Nothing is known of its lines before it was tried.
      ...(stored.state === 'draft' && !stored.checked && { counts: {} }),
      mode,
      create: creates.length > 0,
      // Faulty lines are left out by default until the first trial.
      leaveOut: leaveOut || (stored.state === 'draft' && !stored.checked),
      sheets: await listSheets(services.database, id),
      sheet,
      columns: headings.map((heading, index) => ({
        heading,
        ...(columns[index] ?? { field: null, days: 'dmy' }),
        twoDays: columns[index]?.twoDays ?? null,
        twoNumbers: columns[index]?.amounts?.twoNumbers ?? null,
        samples: samples[index] ?? [],
      })),
      top: stored.top,
      head: stored.head,
      encoding: await encodingOf(services.database, stored),
      unknownWords: stored.checked ? stored.unknownWords : [],
      own: own.map(({ id: ownId, name, type }) => ({ field: ownBulkField(ownId), name, day: type === 'date' })),
      creates: wanted,
      warnings: warned,
      mayUndo: mayUndo(caller, stored),
    },
  };
}

/** Each field at most once, and every required field. */
function checkColumns(
  { kind, headings }: StoredImport,
  columns: readonly ImportColumn[],
  own: readonly { id: number }[],
): void {
  const { fields } = importSpec(kind);
  const ownNames = own.map(({ id }): string => ownBulkField(id));
  const filled = columns.flatMap(({ field }) => (field === null ? [] : [field]));
  const known =
    columns.length === headings.length &&
    filled.every((field) => Object.hasOwn(fields, field) || ownNames.includes(field));
  if (!known) throw fieldError('invalid', { columns: 'not-valid' });
  if (new Set(filled).size < filled.length) throw fieldError('invalid', { columns: 'field-twice' });
  const missing = Object.entries(fields).flatMap(([field, { required }]) =>
    required === true && !filled.includes(field) ? [field] : [],
  );
  if (missing.length > 0) throw fieldError('invalid', { columns: fault('choose-field', { values: missing }) });
}

/**
 * The decision that a person still has to make: the order of dates, or the decimal separator of amounts, for a column
 * that can be read in two ways.
 */
async function unsureOf(
  db: Queryable,
  { kind, columns, organisationId }: StoredImport,
): Promise<'import-days-unsure' | 'import-amounts-unsure' | null> {
  const { fields } = importSpec(kind);
  const own = await ownFieldsOf(db, organisationId, kind);
  const days = own.flatMap(({ id, type }): string[] => (type === 'date' ? [ownBulkField(id)] : []));
  const open = columns.flatMap(({ field, sure = false, twoDays, amounts }) => {
    if (field === null || sure) return [];
    const isDay = fields[field]?.day === true || days.includes(field);
    if (isDay && twoDays !== undefined) return ['import-days-unsure' as const];
    const isMoney = fields[field]?.money === true;
    return isMoney && amounts?.twoNumbers !== undefined ? ['import-amounts-unsure' as const] : [];
  });
  return open[0] ?? null;
}

export const importHandlers = {
  'get-import-list': (input, { services, caller }) => {
    requireImport(caller, input.kind, 'view');
    return listImports(services.database, caller.scope, caller.userId, input);
  },

  'get-import': ({ id }, context) => answer(context, id),

  'get-import-lines': async ({ id, ...request }, context) => {
    await openImport(context, id, 'view');
    return listLines(context.services.database, id, request);
  },

  'choose-import-sheet': async ({ id, sheet }, context) => {
    await openImport(context, id);
    await chooseSheet(context.services.database, id, sheet);
    return answer(context, id);
  },

  'choose-import-headings': async ({ id, line }, context) => {
    await chooseHeadings(context.services.database, await openImport(context, id), line);
    return answer(context, id);
  },

  'choose-import-encoding': async ({ id, encoding }, context) => {
    await chooseEncoding(context.services.database, await openImport(context, id), encoding);
    return answer(context, id);
  },

  'check-import': async ({ id, columns, mode, create, leaveOut }, context) => {
    const { services, caller } = context;
    const stored = await openImport(context, id);
    if (mode === 'update') requireGrant(caller, importSpec(stored.kind).menu, 'edit');
    checkColumns(stored, columns, await ownFieldsOf(services.database, stored.organisationId, stored.kind));
    const creates = create ? creatable(caller, stored.kind) : [];
    await countEachTaken(context, async (meet) => {
      // Values that the file does not contain stay unknown.
      const chosen = columns.map(({ words, ...column }, index) => ({
        ...column,
        ...(words && {
          words: Object.fromEntries(Object.entries(words).map(([word, value]) => [wordKey(word), value])),
        }),
        twoDays: stored.columns[index]?.twoDays,
        mark: stored.columns[index]?.mark,
        amounts: stored.columns[index]?.amounts,
      }));
      await beginCheck(services.database, id, { columns: chosen, mode, creates, leaveOut });
      await checkImport(services, caller.scope, id, meet);
    });
    return answer(context, id);
  },

  'run-import': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const stored = await openImport(context, id);
    const { kind, mode, creates } = stored;
    if (mode === 'update') requireGrant(caller, importSpec(kind).menu, 'edit');
    if (!stored.encodingSure) throw new AppError('conflict', 'import-encoding-unsure');
    const unsure = await unsureOf(services.database, stored);
    if (unsure !== null) throw new AppError('conflict', unsure);
    // A person with more permissions to create may have tried it.
    const allowed = creatable(caller, kind);
    if (!creates.every((what) => allowed.includes(what))) throw new AppError('denied', 'permission-denied');
    await inTransaction(services.database, async (db) => {
      await beginRun(db, id, actor);
      await remember(db, stored);
      await services.queue.add(workOnImportJob, { importId: id }, { db });
    });
    return answer(context, id);
  },

  'undo-import': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const stored = await openImport(context, id);
    if (!mayUndo(caller, stored)) throw new AppError('denied', 'permission-denied');
    checkUndoOpen(stored);
    await inTransaction(services.database, async (db) => {
      await beginUndo(db, id, actor);
      await services.queue.add(workOnImportJob, { importId: id }, { db });
    });
    return answer(context, id);
  },

  'drop-import': async ({ id }, context) => {
    await openImport(context, id);
    await dropImport(context.services.database, id);
    return {};
  },
} satisfies Pick<
  Handlers,
  | 'get-import-list'
  | 'get-import'
  | 'get-import-lines'
  | 'choose-import-sheet'
  | 'choose-import-headings'
  | 'choose-import-encoding'
  | 'check-import'
  | 'run-import'
  | 'undo-import'
  | 'drop-import'
>;
