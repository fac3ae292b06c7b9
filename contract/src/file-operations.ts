import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput, Coordinates, text } from './common.ts';
import { FILE_KINDS, FILE_NAME, MAX_FILES } from './file-kinds.ts';
import { RECORD_KIND_NAMES } from './record-kinds.ts';
import { faultCode } from './fault.ts';
import { grant, operation } from './operation.ts';

export const FileKind = z.enum(FILE_KINDS);
export const RecordKind = z.enum(RECORD_KIND_NAMES);

/** A stored file. Its bytes are at `/files/<id>`, for a picture without the camera's metadata. */
export const StoredFile = z.object({
  id: Id,
  name: z.string(),
  kind: FileKind,
  /** The MIME type, determined from the content. */
  type: z.string(),
  sizeBytes: z.number().int(),
  /** For a picture, as displayed. */
  widthPx: z.number().int().nullable(),
  heightPx: z.number().int().nullable(),
  /** When the picture or clip was taken, according to the camera or a person. */
  takenAt: Instant.nullable(),
  /** Where a picture was taken, according to the camera. */
  place: Coordinates.nullable(),
  addedAt: Instant,
  addedBy: z.string().nullable(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** A file attached to a record; `id` identifies this link, so a file of two records has two rows. */
const LinkedFile = z.object({
  id: Id,
  file: StoredFile,
  recordKind: RecordKind,
  recordId: Id,
  recordName: z.string(),
  /** The vehicle of the record, if the person can see it. */
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
});
export type LinkedFile = z.infer<typeof LinkedFile>;

const Day = z.iso.date().max(10);
/** The database has no year 0, and photos are younger. */
const FilterDay = Day.refine((day) => day >= '1900', faultCode('choose-later-day'));
/** The filters of the gallery: days are the organisation's. */
export const GalleryFilter = z.object({
  vehicleId: Id.optional(),
  recordKind: RecordKind.optional(),
  firstDay: FilterDay.optional(),
  lastDay: FilterDay.optional(),
});
export type GalleryFilter = z.infer<typeof GalleryFilter>;

const Owner = z.object({ recordKind: RecordKind, recordId: Id });
const fileIds = z.array(Id).min(1, faultCode('choose-one')).max(MAX_FILES, faultCode('choose-at-most'));
const gallery = grant('gallery');
const media = grant('media');

/**
 * File contents are sent to `POST /files` and read from `GET /files/<id>`. The menu that these calls require depends on
 * the kind of the record: `view` to read its files, `edit` to change them.
 */
export const fileOperations = {
  'get-file-limits': operation({
    summary: "Returns the largest size of a file, and the used and the allowed storage of the caller's organisation.",
    access: 'signedIn',
    limited: 'allowed',
    input: Empty,
    output: z.object({
      /** The largest allowed file. */
      mostBytes: z.number().int(),
      /** The organisation's quota and its use; null for a person who does not see all of the organisation. */
      quotaBytes: z.number().int(),
      usedBytes: z.number().int().nullable(),
    }),
  }),
  'get-file-list': operation({
    summary: 'Lists the files of a record, the newest first.',
    access: 'byRecord',
    limited: 'allowed',
    errors: [404],
    example: { recordKind: 'vehicle', recordId: 999_999 },
    bounds: { 'rows[]': 'MAX_FILES of the contract, which a record can have' },
    input: Owner,
    output: z.object({ rows: z.array(StoredFile) }),
  }),
  'add-files': operation({
    summary:
      'Attaches files to a record: files that the caller uploaded or removed since yesterday, and files of other records.',
    access: 'byRecord',
    limited: 'allowed',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { recordKind: 'vehicle', recordId: 999_999, fileIds: [999_999] },
    input: Owner.extend({ fileIds }),
    output: Empty,
  }),
  'remove-file': operation({
    summary:
      'Removes a file from a record. `add-files` undoes it for a day; after that a file without a record is deleted.',
    access: 'byRecord',
    limited: 'allowed',
    errors: [404, 409],
    unversioned: 'removes one file, which can be attached again',
    example: { recordKind: 'vehicle', recordId: 999_999, fileId: 999_999 },
    input: Owner.extend({ fileId: Id }),
    output: Empty,
  }),
  'change-file': operation({
    summary: 'Changes the name of a file and the moment at which a photo was taken.',
    access: 'byRecord',
    limited: 'allowed',
    errors: [404, 409],
    unversioned: 'sets the name and the moment of one file',
    example: { fileId: 999_999, name: 'Side.jpg', takenAt: null },
    input: z.object({ fileId: Id, name: text(FILE_NAME), takenAt: Instant.nullable() }),
    output: z.object({ file: StoredFile }),
  }),
  'get-gallery-days': operation({
    summary:
      'Returns the number of photos of each day, the newest first, so that a gallery can be laid out before its photos are loaded.',
    access: gallery('view'),
    limited: 'allowed',
    weight: 'heavy',
    bounds: { 'rows[]': 3660 },
    input: GalleryFilter,
    output: z.object({ rows: z.array(z.object({ day: Day, count: z.number().int() })), total: z.number().int() }),
  }),
  'get-gallery': operation({
    summary: 'Lists photos of the gallery from `offset` on, the newest first.',
    access: gallery('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 'most of the input' },
    input: GalleryFilter.extend({
      offset: z.number().int().min(0).max(10_000_000).default(0),
      most: z.number().int().min(1).max(200).default(100),
    }),
    output: z.object({ rows: z.array(LinkedFile) }),
  }),
  'get-gallery-places': operation({
    summary: 'Returns the newest photos whose coordinates are known.',
    access: gallery('view'),
    limited: 'allowed',
    weight: 'heavy',
    bounds: { 'rows[]': 2000 },
    input: GalleryFilter,
    output: z.object({
      rows: z.array(z.object({ fileId: Id, name: z.string(), lat: z.number(), lon: z.number() })),
      total: z.number().int(),
    }),
  }),
  'get-media-list': operation({
    summary: 'Lists documents and clips of all records.',
    access: media('view'),
    limited: 'allowed',
    input: listInput(['at', 'name', 'sizeBytes']).extend({
      kind: FileKind.exclude(['picture']).optional(),
      vehicleId: Id.optional(),
    }),
    output: listOutput(LinkedFile),
  }),
};
