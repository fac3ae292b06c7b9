import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput } from './common.ts';
import { Fault } from './fault.ts';
import {
  DAY_ORDERS,
  IMPORT_ENCODINGS,
  IMPORT_KIND_NAMES,
  IMPORT_WARNINGS,
  MOST_COLUMNS,
  MOST_SHEETS,
} from './import-kinds.ts';
import { route } from './route.ts';

export const ImportKind = z.enum(IMPORT_KIND_NAMES);

/** Words of one column that a person says the meaning of. */
const MOST_WORDS = 200;

/** A word that cells of a column say and nobody knows, and what it might stand for. */
export const UnknownWord = z.object({
  field: z.string(),
  word: z.string(),
  /** How many lines say it. */
  total: z.number().int(),
  values: z.array(z.string()),
});
export type UnknownWord = z.infer<typeof UnknownWord>;

const ImportText = z.string().max(100);
export const ImportWords = z.record(ImportText, ImportText).refine((words) => Object.keys(words).length <= MOST_WORDS);
/** As many words as it has at most: a record has no bound that can be read from its schema. */
export const ImportWordsBound = z.array(z.tuple([ImportText, ImportText])).max(MOST_WORDS);

/** What a column of the file fills; null: it is left out. */
export const ImportColumn = z.object({
  field: z.string().max(40).nullable(),
  /** How its days are written. */
  days: z.enum(DAY_ORDERS),
  /** What stands before the decimals of its amounts, where a person said so; left out: what the file tells. */
  decimals: z.enum(['.', ',']).optional(),
  /** Whether a person said so, where the days of the file can be read in two orders, or its amounts by two marks. */
  sure: z.boolean().optional(),
  /** What words of its cells stand for, by the word in plain letters; empty: nothing, the cell is left out. */
  words: ImportWords.optional(),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/**
 * `draft`: read, and perhaps tried; `checking`, `running`, `undoing`: under way, see `done` of `todo`.
 */
export const IMPORT_STATES = ['draft', 'checking', 'running', 'done', 'undoing', 'undone'] as const;
export const ImportState = z.enum(IMPORT_STATES);
export type ImportState = z.infer<typeof ImportState>;

/**
 * What a line comes to: before the import `create`, `update`, `same` (nothing would change) or `fault`; then `created`,
 * `updated`; `skip`: it is no record, such as a line of totals; after it was undone `undone`, or `kept` where the record was changed or used since.
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
  /** What was under way broke off; the same call goes on with it. */
  failed: z.boolean(),
  /** Lines of the file below its headings. */
  lines: z.number().int(),
  /** How many lines of each state; empty before it was tried. */
  counts: z.partialRecord(LineState, z.number().int()),
  done: z.number().int(),
  todo: z.number().int(),
  by: z.string().nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  /** Until when it can be undone; null where it is not done. */
  undoUntil: Instant.nullable(),
  /** Its lines were forgotten, some time after it could no longer be undone; the counts stay. */
  linesGone: z.boolean(),
});
export type Import = z.infer<typeof Import>;

/** With its columns, in the order of the file. */
export const OpenImport = Import.extend({
  mode: z.enum(['new', 'update']),
  create: z.boolean(),
  leaveOut: z.boolean(),
  /** The tables of its workbook, in their order, and which of them it is; empty where there is nothing to choose. */
  sheets: z.array(z.object({ name: z.string(), lines: z.number().int() })),
  sheet: z.number().int(),
  columns: z.array(
    ImportColumn.extend({
      heading: z.string(),
      samples: z.array(z.string()),
      /** A cell that may be two days, where nothing in the column tells which; null where all are clear. */
      twoDays: z.object({ text: z.string(), dmy: z.iso.date(), mdy: z.iso.date() }).nullable(),
      /** A cell that may be two amounts, by what stands before decimals, where nothing in the file tells; null likewise. */
      twoNumbers: z.object({ text: z.string(), point: z.number(), comma: z.number() }).nullable(),
    }),
  ),
  /** The first lines of the table, among which the headings can be chosen, and the line of these; 0: there are none. */
  top: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  head: z.number().int(),
  /** Of a text file that is not Unicode: its code page, whether that is certain, and what others would make of some cells. */
  encoding: z
    .object({
      name: z.enum(IMPORT_ENCODINGS),
      sure: z.boolean(),
      others: z.array(z.object({ name: z.enum(IMPORT_ENCODINGS), sample: z.string() })),
    })
    .nullable(),
  /** Words of cells that the check did not know; the first of them. */
  unknownWords: z.array(UnknownWord),
  /** The organisation's own fields that a column may fill besides those of the kind. */
  own: z.array(z.object({ field: z.string(), name: z.string(), day: z.boolean() })),
  /** Names of what is to be created because lines name it, or was, by its kind; the first of each. */
  creates: z.array(z.object({ what: z.string(), names: z.array(z.string()), total: z.number().int() })),
  /** Lines without a fault of which something should be looked at, by what it is; the first of each. */
  warnings: z.array(
    z.object({ what: z.enum(IMPORT_WARNINGS), lines: z.array(z.number().int()), total: z.number().int() }),
  ),
  mayUndo: z.boolean(),
});
export type OpenImport = z.infer<typeof OpenImport>;

export const ImportLine = z.object({
  id: Id,
  /** Its number in the file, where the first is 1. */
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
 * Files go to `POST /imports/<kind>`. Which menu the calls need depends on the kind: `create` for all of them, `edit` besides
 * to update records, `delete` to undo what created some.
 */
export const importRoutes = {
  /** Of a kind, the newest first. */
  'get-import-list': route({
    ...byKind,
    limited: 'denied',
    example: { kind: 'vehicle' },
    input: listInput(['createdAt']).extend({ kind: ImportKind, direction: z.enum(['asc', 'desc']).default('desc') }),
    output: listOutput(Import),
  }),
  'get-import': route({
    ...byKind,
    limited: 'denied',
    subject: 'import',
    example: { id: 999_999 },
    bounds: {
      'import.sheets[]': 'MOST_SHEETS of the contract',
      'import.top[]': 'MOST_TOP_LINES of the contract',
      'import.top[].cells[]': 'MOST_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one,
    output: answer,
  }),
  /** Lines of a file in its order, those of some states or all. */
  'get-import-lines': route({
    ...byKind,
    limited: 'denied',
    subject: 'import',
    example: { id: 999_999 },
    bounds: { 'rows[].cells[]': 'MOST_COLUMNS of a file', 'rows[].faults[]': 'two for each field' },
    input: listInput(['line'])
      .omit({ search: true })
      .extend({
        id: Id,
        states: z.array(LineState).max(LINE_STATES.length).default([]),
        /** Only lines that are imported without some of their cells, which `faults` names. */
        leftOut: z.boolean().default(false),
      }),
    output: listOutput(ImportLine),
  }),
  /** Takes the lines of another table of the workbook, as long as nothing was imported. */
  'choose-import-sheet': route({
    ...byKind,
    limited: 'denied',
    weight: 'heavyToEnd',
    subject: 'import',
    example: { id: 999_999, sheet: 0 },
    bounds: {
      'import.sheets[]': 'MOST_SHEETS of the contract',
      'import.top[]': 'MOST_TOP_LINES of the contract',
      'import.top[].cells[]': 'MOST_COLUMNS of a file',
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
        .max(MOST_SHEETS - 1),
    }),
    output: answer,
  }),
  /** Takes another line of the first ones for the headings; 0: the file has none. */
  'choose-import-headings': route({
    ...byKind,
    limited: 'denied',
    weight: 'heavyToEnd',
    subject: 'import',
    example: { id: 999_999, line: 1 },
    bounds: {
      'import.top[]': 'MOST_TOP_LINES of the contract',
      'import.top[].cells[]': 'MOST_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.sheets[]': 'MOST_SHEETS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one.extend({ line: z.number().int().min(0) }),
    output: answer,
  }),
  /** Reads the letters of a text file in another code page, or says that the guessed one is right. */
  'choose-import-encoding': route({
    ...byKind,
    limited: 'denied',
    weight: 'heavyToEnd',
    subject: 'import',
    example: { id: 999_999, encoding: 'windows-1252' },
    bounds: {
      'import.top[]': 'MOST_TOP_LINES of the contract',
      'import.top[].cells[]': 'MOST_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.sheets[]': 'MOST_SHEETS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one.extend({ encoding: z.enum(IMPORT_ENCODINGS) }),
    output: answer,
  }),
  /** Tries an import and changes nothing but its own lines: each says what it would come to. */
  'check-import': route({
    ...byKind,
    limited: 'denied',
    weight: 'heavyToEnd',
    bodyBytes: 262_144,
    subject: 'import',
    example: { id: 999_999, columns: [], mode: 'new', create: false },
    bounds: {
      'import.sheets[]': 'MOST_SHEETS of the contract',
      'import.top[]': 'MOST_TOP_LINES of the contract',
      'import.top[].cells[]': 'MOST_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one.extend({
      columns: z.array(ImportColumn).max(MOST_COLUMNS),
      mode: z.enum(['new', 'update']),
      /** Whether groups, drivers and the like are created where a line names one that is not there. */
      create: z.boolean(),
      /** Whether a line is imported without the cells of optional columns that cannot be read, or is faulty. */
      leaveOut: z.boolean().default(true),
    }),
    output: answer,
  }),
  /** Imports the lines that are good; it goes on apart from this call. Refused while days of it can be read in two orders,
   * amounts by two marks, or letters in two code pages. */
  'run-import': route({
    ...byKind,
    limited: 'denied',
    subject: 'import',
    example: { id: 999_999 },
    bounds: {
      'import.sheets[]': 'MOST_SHEETS of the contract',
      'import.top[]': 'MOST_TOP_LINES of the contract',
      'import.top[].cells[]': 'MOST_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one,
    output: answer,
  }),
  /** Takes back what an import did; records that were changed or used since are kept. */
  'undo-import': route({
    ...byKind,
    limited: 'denied',
    subject: 'import',
    example: { id: 999_999 },
    bounds: {
      'import.sheets[]': 'MOST_SHEETS of the contract',
      'import.top[]': 'MOST_TOP_LINES of the contract',
      'import.top[].cells[]': 'MOST_COLUMNS of a file',
      'import.unknownWords[]': 'the first fifty words of a file',
      'import.unknownWords[].values[]': 'the values of a field',
      'import.encoding.others[]': 'IMPORT_ENCODINGS of the contract',
      'import.columns[].words{}': 'two hundred words of the input',
    },
    input: one,
    output: answer,
  }),
  /** Forgets an import that was not run. */
  'drop-import': route({
    ...byKind,
    limited: 'denied',
    subject: 'import',
    example: { id: 999_999 },
    input: one,
    output: Empty,
  }),
};
