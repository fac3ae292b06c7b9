import { z } from 'zod';
import { Id } from './common.ts';
import { DocumentKind } from './document-routes.ts';
import { MOST_DUE } from './due-bounds.ts';
import { SERVICE_LIMITS } from './maintenance-kinds.ts';
import { route } from './route.ts';

/** What can be due, by its kind; `about` says what it is, in codes that the browser has words for. */
export const DueItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('document'),
    id: Id,
    about: DocumentKind,
    /** Registration, name of the driver or of the organisation. */
    holderName: z.string(),
    dueOn: z.iso.date(),
    /** In the organisation's zone: 0 today, negative when it is over. */
    daysLeft: z.number().int(),
  }),
  z.object({
    kind: z.literal('subscription'),
    id: Id,
    /** The plan. */
    about: z.string(),
    /** The organisation whose vehicles it covers. */
    holderName: z.string(),
    /** Its last day. */
    dueOn: z.iso.date(),
    daysLeft: z.number().int(),
  }),
  z.object({
    kind: z.literal('service'),
    id: Id,
    /** What is to be done, as the plan says it. */
    task: z.string(),
    vehicleId: Id,
    holderName: z.string(),
    /** By the limit that is reached first, forecast from the vehicle's use where that is no day. */
    dueOn: z.iso.date(),
    daysLeft: z.number().int(),
    dueBy: z.enum(SERVICE_LIMITS),
  }),
  z.object({
    kind: z.literal('task'),
    id: Id,
    /** Its title. */
    about: z.string(),
    /** Whose it is; empty: nobody's. */
    holderName: z.string(),
    dueOn: z.iso.date(),
    daysLeft: z.number().int(),
  }),
]);
export type DueItem = z.infer<typeof DueItem>;
export type DueKind = DueItem['kind'];
export const DUE_KINDS: readonly DueKind[] = DueItem.options.map(({ shape }) => shape.kind.value);

export const dueRoutes = {
  /** What runs out or is to be done next, of the kinds that the caller's role shows: the earliest first. */
  'get-due-list': route({
    access: 'signedIn',
    limited: 'allowed',
    bounds: { 'rows[]': 'most of the input' },
    input: z.object({
      vehicleId: Id.optional(),
      most: z.number().int().min(1).max(MOST_DUE).default(10),
    }),
    output: z.object({
      rows: z.array(DueItem),
      total: z.number().int(),
      /** Of these: over already. */
      overdue: z.number().int(),
    }),
  }),
};
