import { z } from 'zod';
import { StoredFile } from './file-routes.ts';
import { Empty, Id, Instant, listOutput } from './common.ts';
import { Named } from './route-stop.ts';
import { grant, route } from './route.ts';
import { DRIVER_SKIPS, WORD_DIFFERENCES } from './run-word-kinds.ts';

/** A link of a run that works without an account: of its driver, or of the customer at one stop. */
export const RunLink = z.object({
  id: Id,
  /** The stop of a customer's link; null: it is the driver's. */
  outlet: Named.nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  expiresAt: Instant,
  /** When it was last looked at, to the minute. */
  lastUsedAt: Instant.nullable(),
});
export type RunLink = z.infer<typeof RunLink>;

/** What the driver said of a stop, beside what the vehicle's positions say of it. */
export const StopWords = z.object({
  outlet: Named,
  /** By our clock. */
  arrivedAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  skippedAt: Instant.nullable(),
  /** When the word that counts was received: later than it was said where the phone had no network. */
  receivedAt: Instant.nullable(),
  /** How far the phone's clock was ahead of ours, seconds. */
  clockAheadS: z.number().nullable(),
  skip: z.enum(DRIVER_SKIPS).nullable(),
  note: z.string().nullable(),
  delivered: z.number().nullable(),
  returned: z.number().nullable(),
  collected: z.number().nullable(),
  currency: z.string().nullable(),
  signedBy: z.string().nullable(),
  signature: z.array(z.array(z.number())).nullable(),
  photos: z.array(StoredFile),
  /** How many words were said of it; all are kept, and the last one counts. */
  words: z.number().int(),
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

const routes = grant('routes');

export const runLinkRoutes = {
  /** Makes a link; the token is given here and nowhere again. */
  'create-run-link': route({
    access: routes('edit'),
    csrf: 'session',
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
    csrf: 'session',
    input: z.object({ runId: Id }),
    output: listOutput(RunLink),
  }),
  /** The link stops working at once. */
  'revoke-run-link': route({ access: routes('edit'), csrf: 'session', input: z.object({ id: Id }), output: Empty }),
  /** What the driver said of the stops of a run. */
  'get-run-words': route({
    access: routes('view'),
    csrf: 'session',
    input: z.object({ runId: Id }),
    output: z.object({ stops: z.array(StopWords) }),
  }),
};
