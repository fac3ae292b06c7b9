import { z } from 'zod';
import { StoredFile } from './file-operations.ts';
import { Empty, Id, Instant, listOutput } from './common.ts';
import { Ref } from './route-stop.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { DRIVER_SKIPS, MAX_STOP_ENTRIES, ENTRY_KINDS, ENTRY_DIFFERENCES } from './run-word-kinds.ts';

/** A link to a run that works without an account: for its driver, or for the customer at one stop. */
export const RunLink = z.object({
  id: Id,
  /** The stop of a customer's link; null for a driver's link. */
  outlet: Ref.nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  expiresAt: Instant,
  /** When it was last opened, to the minute. */
  lastUsedAt: Instant.nullable(),
});
export type RunLink = z.infer<typeof RunLink>;

/** The content of a driver's entry. */
const WordContent = z.object({
  skip: z.enum(DRIVER_SKIPS).nullable(),
  note: z.string().nullable(),
  delivered: z.number().nullable(),
  returned: z.number().nullable(),
  collected: z.number().nullable(),
  currency: z.string().nullable(),
  signedBy: z.string().nullable(),
  signature: z.array(z.array(z.number())).nullable(),
  photos: z.array(StoredFile),
});
export type WordContent = z.infer<typeof WordContent>;

/** The driver's entries for a stop, compared with the vehicle's positions. All null if they were withdrawn. */
export const StopWords = WordContent.extend({
  outlet: Ref,
  /** By the server's clock. */
  arrivedAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  skippedAt: Instant.nullable(),
  /** When the valid entry was received: later than it was made if the phone had no network. */
  receivedAt: Instant.nullable(),
  /** How far the phone's clock was ahead of the server's, seconds. */
  clockAheadS: z.number().nullable(),
  /** The number of entries for the stop; all are stored, and the last one is valid. */
  words: z.number().int(),
  /** A phone other than the one of the valid entry also reported done or skipped. */
  otherPhone: z.boolean(),
  vehicle: z.object({
    arrivedAt: Instant.nullable(),
    departedAt: Instant.nullable(),
    served: z.boolean(),
    /** The vehicle's distance from the outlet at the time of the entry; null without a position at that time. */
    metres: z.number().nullable(),
  }),
  difference: z.enum(ENTRY_DIFFERENCES).nullable(),
});
export type StopWords = z.infer<typeof StopWords>;

/** An entry for a stop, whether valid or replaced by a later one. */
export const StopWord = WordContent.extend({
  id: Id,
  said: z.enum(ENTRY_KINDS),
  /** By the server's clock. */
  saidAt: Instant,
  receivedAt: Instant,
  clockAheadS: z.number(),
  /** The phones of a run are numbered from 1, in the order of their first entries. */
  phone: z.number().int(),
  counts: z.boolean(),
  /** The vehicle's distance from the outlet at that time. */
  metres: z.number().nullable(),
  difference: z.enum(ENTRY_DIFFERENCES).nullable(),
});
export type StopWord = z.infer<typeof StopWord>;

const routes = grant('routes');

export const runLinkOperations = {
  'create-run-link': operation({
    summary: 'Creates a link to a run for its driver or a customer. The token is returned only once.',
    access: routes('edit'),
    limited: 'allowed',
    audit: 'run-link',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { runId: 999_999 },
    input: z.object({
      runId: Id,
      /** Null: for the driver; otherwise for the customer at this stop. */
      outletId: Id.nullish().transform((value) => value ?? null),
    }),
    output: z.object({ link: RunLink, token: z.string() }),
  }),
  'get-run-link-list': operation({
    summary: 'Lists the valid links of a run, without their tokens.',
    access: routes('view'),
    limited: 'allowed',
    errors: [404],
    example: { runId: 999_999 },
    bounds: { 'rows[]': 10000 },
    input: z.object({ runId: Id }),
    output: listOutput(RunLink),
  }),
  'revoke-run-link': operation({
    summary: 'Revokes a link to a run immediately.',
    access: routes('edit'),
    limited: 'allowed',
    subject: 'runLink',
    audit: 'run-link',
    errors: [404],
    unversioned: 'ends the whole record',
    ...ID_INPUT,
    output: Empty,
  }),
  'get-run-words': operation({
    summary: "Returns the driver's entries of the stops of a run.",
    access: routes('view'),
    limited: 'allowed',
    errors: [404],
    example: { runId: 999_999 },
    bounds: {
      'stops[]': 'MAX_RUN_ENTRIES of the contract',
      'stops[].signature[]': 'MAX_STROKES of the contract, by the input',
      'stops[].signature[][]': 'MAX_NUMBERS of the contract, by the input',
      'stops[].photos[]': 'MAX_ENTRY_PHOTOS of the contract',
    },
    input: z.object({ runId: Id }),
    output: z.object({ stops: z.array(StopWords) }),
  }),
  'get-stop-words': operation({
    summary: 'Returns all entries of one stop, the newest first, including those of other phones and withdrawn ones.',
    access: routes('view'),
    limited: 'allowed',
    errors: [404],
    example: { runId: 999_999, outletId: 999_999 },
    bounds: {
      'words[]': 'MAX_STOP_ENTRIES of the contract',
      'words[].signature[]': 'MAX_STROKES of the contract, by the input',
      'words[].signature[][]': 'MAX_NUMBERS of the contract, by the input',
      'words[].photos[]': 'MAX_ENTRY_PHOTOS of the contract',
    },
    input: z.object({ runId: Id, outletId: Id }),
    output: z.object({ words: z.array(StopWord).max(MAX_STOP_ENTRIES), total: z.number().int() }),
  }),
};
