import { z } from 'zod';
import { StoredFile } from './file-routes.ts';
import { Empty, Id, Instant, listOutput } from './common.ts';
import { Ref } from './route-stop.ts';
import { grant, route } from './route.ts';
import { DRIVER_SKIPS, MOST_STOP_WORDS, ENTRY_KINDS, WORD_DIFFERENCES } from './run-word-kinds.ts';

/** A link of a run that works without an account: of its driver, or of the customer at one stop. */
export const RunLink = z.object({
  id: Id,
  /** The stop of a customer's link; null: it is the driver's. */
  outlet: Ref.nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  expiresAt: Instant,
  /** When it was last looked at, to the minute. */
  lastUsedAt: Instant.nullable(),
});
export type RunLink = z.infer<typeof RunLink>;

/** What goes with a word of the driver. */
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

/** What the driver said of a stop, beside what the vehicle's positions say of it. All null where it was taken back. */
export const StopWords = WordContent.extend({
  outlet: Ref,
  /** By our clock. */
  arrivedAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  skippedAt: Instant.nullable(),
  /** When the word that counts was received: later than it was said where the phone had no network. */
  receivedAt: Instant.nullable(),
  /** How far the phone's clock was ahead of ours, seconds. */
  clockAheadS: z.number().nullable(),
  /** How many words were said of it; all are kept, and the last one counts. */
  words: z.number().int(),
  /** Another phone than the one whose word counts said done or skipped, too. */
  otherPhone: z.boolean(),
  vehicle: z.object({
    arrivedAt: Instant.nullable(),
    departedAt: Instant.nullable(),
    served: z.boolean(),
    /** How far from the outlet the vehicle was when the driver said it; null where no position of then is known. */
    metres: z.number().nullable(),
  }),
  difference: z.enum(WORD_DIFFERENCES).nullable(),
});
export type StopWords = z.infer<typeof StopWords>;

/** One of the words of a stop, whether it counts or a later one took its place. */
export const StopWord = WordContent.extend({
  id: Id,
  said: z.enum(ENTRY_KINDS),
  /** By our clock. */
  saidAt: Instant,
  receivedAt: Instant,
  clockAheadS: z.number(),
  /** Phones of a run are numbered from 1, as they began to speak. */
  phone: z.number().int(),
  counts: z.boolean(),
  /** How far from the outlet the vehicle was then. */
  metres: z.number().nullable(),
  difference: z.enum(WORD_DIFFERENCES).nullable(),
});
export type StopWord = z.infer<typeof StopWord>;

const routes = grant('routes');

export const runLinkRoutes = {
  /** Makes a link; the token is given here and nowhere again. */
  'create-run-link': route({
    access: routes('edit'),
    limited: 'allowed',
    example: { runId: 999_999 },
    input: z.object({
      runId: Id,
      /** Null: for the driver; else for the customer at this stop. */
      outletId: Id.nullish().transform((value) => value ?? null),
    }),
    output: z.object({ link: RunLink, token: z.string() }),
  }),
  /** Links of a run that still work; not their tokens. */
  'get-run-link-list': route({
    access: routes('view'),
    limited: 'allowed',
    example: { runId: 999_999 },
    bounds: { 'rows[]': 10000 },
    input: z.object({ runId: Id }),
    output: listOutput(RunLink),
  }),
  /** The link stops working at once. */
  'revoke-run-link': route({
    access: routes('edit'),
    limited: 'allowed',
    subject: 'runLink',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  /** What the driver said of the stops of a run. */
  'get-run-words': route({
    access: routes('view'),
    limited: 'allowed',
    example: { runId: 999_999 },
    bounds: {
      'stops[]': 'MOST_RUN_WORDS of the contract',
      'stops[].signature[]': 'MOST_STROKES of the contract, by the input',
      'stops[].signature[][]': 'MOST_NUMBERS of the contract, by the input',
      'stops[].photos[]': 'MOST_WORD_PHOTOS of the contract',
    },
    input: z.object({ runId: Id }),
    output: z.object({ stops: z.array(StopWords) }),
  }),
  /** All that was said of one stop, newest first: what two phones said, what was taken back. */
  'get-stop-words': route({
    access: routes('view'),
    limited: 'allowed',
    example: { runId: 999_999, outletId: 999_999 },
    bounds: {
      'words[]': 'MOST_STOP_WORDS of the contract',
      'words[].signature[]': 'MOST_STROKES of the contract, by the input',
      'words[].signature[][]': 'MOST_NUMBERS of the contract, by the input',
      'words[].photos[]': 'MOST_WORD_PHOTOS of the contract',
    },
    input: z.object({ runId: Id, outletId: Id }),
    output: z.object({ words: z.array(StopWord).max(MOST_STOP_WORDS), total: z.number().int() }),
  }),
};
