import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput } from './common.ts';
import { Fault } from './fault.ts';
import {
  DAY_ORDERS,
  IMPORT_ENCODINGS,
  IMPORT_KIND_NAMES,
  IMPORT_WARNINGS,
  MAX_COLUMNS,
  MAX_SHEETS,
} from './import-kinds.ts';
import { ID_INPUT } from './record-calls.ts';
import { operation } from './operation.ts';

export const ImportKind = z.enum(IMPORT_KIND_NAMES);

/** The words of one column to which a person can assign a meaning. */
const MAX_WORDS = 200;

/** A word in cells of a column that is not known, and its possible meanings. */
export const UnknownWord = z.object({
  field: z.string(),
  word: z.string(),
  /** The number of lines that contain it. */
  total: z.number().int(),
  values: z.array(z.string()),
});
export type UnknownWord = z.infer<typeof UnknownWord>;

const ImportText = z.string().max(100);
export const ImportWords = z.record(ImportText, ImportText).refine((words) => Object.keys(words).length <= MAX_WORDS);
/** As many words as the record can have: the schema of a record does not state a bound. */
export const ImportWordsBound = z.array(z.tuple([ImportText, ImportText])).max(MAX_WORDS);

/** The field that a column of the file fills; null: the column is left out. */
export const ImportColumn = z.object({
  field: z.string().max(40).nullable(),
  /** The order in which its days are written. */
  days: z.enum(DAY_ORDERS),
  /** The decimal mark of its amounts, if a person chose it; left out: detected from the file. */
  decimals: z.enum(['.', ',']).optional(),
  /** True if a person chose it where the days of the file can be read in two orders, or its amounts with two marks. */
  sure: z.boolean().optional(),
  /** The meaning of words in its cells, by the word in plain letters; empty: the cell is left out. */
  words: ImportWords.optional(),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** `draft`: read, and perhaps checked; `checking`, `running`, `undoing`: in progress, see `done` and `todo`. */
export const IMPORT_STATES = ['draft', 'checking', 'running', 'done', 'undoing', 'undone'] as const;
export const ImportState = z.enum(IMPORT_STATES);
export type ImportState = z.infer<typeof ImportState>;

/**
 * The result of a line. Before the import: `create`, `update`, `same` (nothing would change) or `fault`. After it:
 * `created` or `updated`. `skip`: not a record, such as a line of totals. After an undo: `undone`, or `kept` if the
 * record was changed or used since.
 */
export const LINE_STATES = [
  'create',
  'update',
  'same',
  'skip',
  'fault',
  'created',
  'updated',
  'undone',
  'kept',
] as const;
export const LineState = z.enum(LINE_STATES);
export type LineState = z.infer<typeof LineState>;

export const Import = z.object({
  id: Id,
  kind: ImportKind,
  fileName: z.string(),
  state: ImportState,
  /** The work in progress was interrupted; repeating the call continues it. */
  failed: z.boolean(),
  /** The number of lines of the file below its headings. */
  lines: z.number().int(),
  /** The number of lines in each state; empty before the check. */
  counts: z.partialRecord(LineState, z.number().int()),
  done: z.number().int(),
  todo: z.number().int(),
  by: z.string().nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  /** Until when it can be undone; null if it is not done. */
  undoUntil: Instant.nullable(),
  /** Its lines were deleted, some time after it could no longer be undone; the counts stay. */
  linesGone: z.boolean(),
});
export type Import = z.infer<typeof Import>;

/** An import with its columns, in the order of the file. */
export const OpenImport = Import.extend({
  mode: z.enum(['new', 'update']),
  create: z.boolean(),
  leaveOut: z.boolean(),
  /** The tables of its workbook in their order, and the chosen one; empty if there is no choice. */
  sheets: z.array(z.object({ name: z.string(), lines: z.number().int() })),
  sheet: z.number().int(),
  columns: z.array(
    ImportColumn.extend({
      heading: z.string(),
      samples: z.array(z.string()),
      /**
       * An ambiguous cell with its two possible days, if nothing in the column decides between them; null if all are
       * clear.
       */
      twoDays: z.object({ text: z.string(), dmy: z.iso.date(), mdy: z.iso.date() }).nullable(),
      /**
       * An ambiguous cell with its two possible amounts by decimal mark, if nothing in the file decides between them;
       * null if all are clear.
       */
      twoNumbers: z.object({ text: z.string(), point: z.number(), comma: z.number() }).nullable(),
    }),
  ),
  /** The first lines of the table, among which the headings can be chosen, and the line of the headings; 0: none. */
  top: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  head: z.number().int(),
  /**
   * For a text file that is not Unicode: its code page, whether it was detected with certainty, and some cells as other
   * code pages would decode them.
   */
  encoding: z
    .object({
      name: z.enum(IMPORT_ENCODINGS),
      sure: z.boolean(),
      others: z.array(z.object({ name: z.enum(IMPORT_ENCODINGS), sample: z.string() })),
    })
    .nullable(),
  /** The first words of cells that the check did not know. */
  unknownWords: z.array(UnknownWord),
  /** The organisation's custom fields that a column can fill in addition to those of the kind. */
  own: z.array(z.object({ field: z.string(), name: z.string(), day: z.boolean() })),
  /** The names of the records that were or will be created because lines refer to them, by kind; the first of each. */
  creates: z.array(z.object({ what: z.string(), names: z.array(z.string()), total: z.number().int() })),
  /** Faultless lines with findings that should be checked, by finding; the first of each. */
  warnings: z.array(
    z.object({ what: z.enum(IMPORT_WARNINGS), lines: z.array(z.number().int()), total: z.number().int() }),
  ),
  mayUndo: z.boolean(),
});
export type OpenImport = z.infer<typeof OpenImport>;

export const ImportLine = z.object({
  id: Id,
  /** The line number in the file, counted from 1. */
  line: z.number().int(),
  cells: z.array(z.string()),
  state: LineState.nullable(),
  faults: z.array(z.object({ field: z.string(), fault: Fault })),
  recordId: Id.nullable(),
  name: z.string().nullable(),
});
export type ImportLine = z.infer<typeof ImportLine>;

const one = z.object({ id: Id });
const byKind = { access: 'byRecord' } as const;
const answer = z.object({ import: OpenImport });

/**
 * Files are sent to `POST /imports/<kind>`. The menu that the calls require depends on the kind: `create` for all of
 * them, also `edit` to update records, and `delete` to undo an import that created some.
 */
export const importOperations = {
  'get-import-list': operation({
    summary: 'Lists imports of a kind, the newest first.',
    ...byKind,
    limited: 'denied',
    example: { kind: 'vehicle' },
    input: listInput(['createdAt']).extend({ kind: ImportKind, direction: z.enum(['asc', 'desc']).default('desc') }),
    output: listOutput(Import),
  }),
  'get-import': operation({
    summary: 'Returns one import with its state.',
    ...byKind,
    limited: 'denied',
    subject: 'import',
    errors: [404],
    bounds: {
      'import.sheets[]': 'MAX_SHEETS of the contract',
      'import.top[]': 'MAX_TOP_LINES of the contract',
      'import.top[].cells[]': 'MAX_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    ...ID_INPUT,
    output: answer,
  }),
  'get-import-lines': operation({
    summary: 'Lists lines of an import in the order of the file, filtered by state.',
    ...byKind,
    limited: 'denied',
    subject: 'import',
    errors: [404],
    example: { id: 999_999 },
    bounds: { 'rows[].cells[]': 'MAX_COLUMNS of a file', 'rows[].faults[]': 'two for each field' },
    input: listInput(['line'])
      .omit({ search: true })
      .extend({
        id: Id,
        states: z.array(LineState).max(LINE_STATES.length).default([]),
        /** Only lines that are imported without some of their cells, which `faults` lists. */
        leftOut: z.boolean().default(false),
      }),
    output: listOutput(ImportLine),
  }),
  'choose-import-sheet': operation({
    summary: 'Chooses another sheet of the workbook, before anything is imported.',
    ...byKind,
    limited: 'denied',
    weight: 'heavyToEnd',
    subject: 'import',
    errors: [404, 409],
    unversioned: "belongs to the caller's own import, before it runs",
    example: { id: 999_999, sheet: 0 },
    bounds: {
      'import.sheets[]': 'MAX_SHEETS of the contract',
      'import.top[]': 'MAX_TOP_LINES of the contract',
      'import.top[].cells[]': 'MAX_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one.extend({
      sheet: z
        .number()
        .int()
        .min(0)
        .max(MAX_SHEETS - 1),
    }),
    output: answer,
  }),
  'choose-import-headings': operation({
    summary: 'Chooses another one of the first lines as headings; 0: the file has none.',
    ...byKind,
    limited: 'denied',
    weight: 'heavyToEnd',
    subject: 'import',
    errors: [404, 409],
    unversioned: "belongs to the caller's own import, before it runs",
    example: { id: 999_999, line: 1 },
    bounds: {
      'import.top[]': 'MAX_TOP_LINES of the contract',
      'import.top[].cells[]': 'MAX_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.sheets[]': 'MAX_SHEETS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one.extend({ line: z.number().int().min(0) }),
    output: answer,
  }),
  'choose-import-encoding': operation({
    summary: 'Reads a text file in another encoding, or confirms the detected one.',
    ...byKind,
    limited: 'denied',
    weight: 'heavyToEnd',
    subject: 'import',
    errors: [404, 409],
    unversioned: "belongs to the caller's own import, before it runs",
    example: { id: 999_999, encoding: 'windows-1252' },
    bounds: {
      'import.top[]': 'MAX_TOP_LINES of the contract',
      'import.top[].cells[]': 'MAX_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.sheets[]': 'MAX_SHEETS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one.extend({ encoding: z.enum(IMPORT_ENCODINGS) }),
    output: answer,
  }),
  'check-import': operation({
    summary: 'Validates an import without changing records, and returns the result of each line.',
    ...byKind,
    limited: 'denied',
    weight: 'heavyToEnd',
    bodyBytes: 262_144,
    subject: 'import',
    errors: [404, 409],
    unversioned: "belongs to the caller's own import, before it runs",
    boundByBody: true,
    example: { id: 999_999, columns: [], mode: 'new', create: false },
    bounds: {
      'import.sheets[]': 'MAX_SHEETS of the contract',
      'import.top[]': 'MAX_TOP_LINES of the contract',
      'import.top[].cells[]': 'MAX_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one.extend({
      columns: z.array(ImportColumn).max(MAX_COLUMNS),
      mode: z.enum(['new', 'update']),
      /** Whether to create groups, drivers and the like that a line refers to and that do not exist. */
      create: z.boolean(),
      /** Whether to import a line without the unreadable cells of optional columns; otherwise the line is faulty. */
      leaveOut: z.boolean().default(true),
    }),
    output: answer,
  }),
  'run-import': operation({
    summary:
      'Starts to import the valid lines as a job. It is refused while days, amounts or letters of the file can be read in two ways.',
    ...byKind,
    limited: 'denied',
    subject: 'import',
    audit: [
      'vehicle',
      'device',
      'driver',
      'group',
      'meter',
      'contact',
      'outlet',
      'document',
      'expense',
      'service-plan',
      'task',
      'user',
    ],
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    bounds: {
      'import.sheets[]': 'MAX_SHEETS of the contract',
      'import.top[]': 'MAX_TOP_LINES of the contract',
      'import.top[].cells[]': 'MAX_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    ...ID_INPUT,
    output: answer,
  }),
  'undo-import': operation({
    summary: 'Undoes an import; records that were changed or used since stay.',
    ...byKind,
    limited: 'denied',
    subject: 'import',
    audit: [
      'vehicle',
      'device',
      'driver',
      'group',
      'meter',
      'contact',
      'outlet',
      'document',
      'expense',
      'service-plan',
      'task',
      'user',
    ],
    errors: [404, 409],
    unversioned: 'leaves what was changed since',
    bounds: {
      'import.sheets[]': 'MAX_SHEETS of the contract',
      'import.top[]': 'MAX_TOP_LINES of the contract',
      'import.top[].cells[]': 'MAX_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    ...ID_INPUT,
    output: answer,
  }),
  'drop-import': operation({
    summary: 'Discards an import that was not run.',
    ...byKind,
    limited: 'denied',
    subject: 'import',
    errors: [404, 409],
    unversioned: 'ends the whole record',
    ...ID_INPUT,
    output: Empty,
  }),
};
