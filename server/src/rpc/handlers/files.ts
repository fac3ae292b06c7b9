import { type RecordKind, RECORD_KINDS } from '@milepost/contract/record-kinds';
import { requireGrant } from '../../auth/caller.ts';
import { AppError } from '../../errors.ts';
import { inTransaction, type Queryable } from '../../store/database.ts';
import { countFileChange } from '../../store/expenses/change-expenses.ts';
import { changeFile, filesUse } from '../../store/files/change-files.ts';
import { listFiles } from '../../store/files/files.ts';
import { galleryDays, galleryPhotos, galleryPlaces, listMedia } from '../../store/files/gallery.ts';
import { addFilesTo, type RecordOf, unlinkFile } from '../../store/files/link-files.ts';
import { editedKinds, mayAddFiles, mayWithKind, viewerOf } from '../../store/files/records.ts';
import type { Caller } from '../../store/people/callers.ts';
import type { Handlers } from '../handler.ts';

/**
 * The permission for a record is that of its kind's menu.
 * @throws AppError `denied` without it, or for an API token when the operations on such records are closed to tokens
 */
function requireRight(caller: Caller, kind: RecordKind, action: 'view' | 'edit'): void {
  requireGrant(caller, RECORD_KINDS[kind].menu, 'view');
  requireGrant(caller, RECORD_KINDS[kind].menu, action);
  if (!mayWithKind(caller, kind, 'view')) throw new AppError('denied', 'token-not-for-this');
}

/** Counts it as a change of the record when its files are evidence for a decision. */
async function countChange(db: Queryable, { scope }: Caller, { recordKind, recordId }: RecordOf): Promise<void> {
  if (recordKind === 'expense') await countFileChange(db, scope, recordId);
}

/** Files of records, and the gallery of all. */
export const fileHandlers = {
  'get-file-limits': async (_input, { services, caller }) => {
    const { maxBytes, quotaBytes } = services.files;
    const { organisationId, limit } = caller.scope;
    return {
      mostBytes: maxBytes,
      quotaBytes,
      usedBytes: limit ? null : await filesUse(services.database, organisationId),
    };
  },

  'get-file-list': async ({ recordKind, recordId }, { services, caller }) => {
    const viewer = viewerOf(caller);
    if (viewer.own?.includes(recordKind) !== true) requireRight(caller, recordKind, 'view');
    return { rows: await listFiles(services.database, viewer, recordKind, recordId) };
  },

  'add-files': async ({ fileIds, ...record }, { services, caller, actor }) => {
    requireRight(caller, record.recordKind, 'edit');
    await inTransaction(services.database, async (db) => {
      await countChange(db, caller, record);
      await addFilesTo(db, viewerOf(caller), actor, record, fileIds);
    });
    return {};
  },

  'remove-file': async ({ fileId, ...record }, { services, caller, actor }) => {
    requireRight(caller, record.recordKind, 'edit');
    await inTransaction(services.database, async (db) => {
      await countChange(db, caller, record);
      await unlinkFile(db, viewerOf(caller), actor, record, fileId);
    });
    return {};
  },

  'change-file': async (change, { services, caller, actor }) => {
    if (!mayAddFiles(caller)) throw new AppError('denied', 'permission-denied');
    return { file: await changeFile(services.database, viewerOf(caller), editedKinds(caller), actor, change) };
  },

  'get-gallery-days': (filter, { services, caller }) => galleryDays(services.database, viewerOf(caller), filter),

  'get-gallery': async ({ offset, most, ...filter }, { services, caller }) => ({
    rows: await galleryPhotos(services.database, viewerOf(caller), filter, { offset, most }),
  }),

  'get-gallery-places': (filter, { services, caller }) => galleryPlaces(services.database, viewerOf(caller), filter),

  'get-media-list': (input, { services, caller }) => listMedia(services.database, viewerOf(caller), input),
} satisfies Pick<
  Handlers,
  | 'get-file-limits'
  | 'get-file-list'
  | 'add-files'
  | 'remove-file'
  | 'change-file'
  | 'get-gallery-days'
  | 'get-gallery'
  | 'get-gallery-places'
  | 'get-media-list'
>;
