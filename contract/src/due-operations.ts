import { z } from 'zod';
import { Id } from './common.ts';
import { DocumentKind } from './document-operations.ts';
import { MAX_DUE } from './due-bounds.ts';
import { SERVICE_LIMITS } from './maintenance-kinds.ts';
import { operation } from './operation.ts';

/** A due record, by kind; `about` names it by a code for which the browser has a text. */
export const DueItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('document'),
    id: Id,
    about: DocumentKind,
    /** The registration, or the name of the driver or of the organisation. */
    holderName: z.string(),
    dueOn: z.iso.date(),
    /** In the organisation's time zone: 0 today, negative when it is overdue. */
    daysLeft: z.number().int(),
  }),
  z.object({
    kind: z.literal('subscription'),
    id: Id,
    /** The name of the plan. */
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
    /** The task, as written in the plan. */
    task: z.string(),
    vehicleId: Id,
    holderName: z.string(),
    /** The day on which the first limit is reached, forecast from the vehicle's use unless the limit is a day. */
    dueOn: z.iso.date(),
    daysLeft: z.number().int(),
    dueBy: z.enum(SERVICE_LIMITS),
  }),
  z.object({
    kind: z.literal('task'),
    id: Id,
    /** The title. */
    about: z.string(),
    /** The assignee; empty for none. */
    holderName: z.string(),
    dueOn: z.iso.date(),
    daysLeft: z.number().int(),
  }),
]);
export type DueItem = z.infer<typeof DueItem>;
export type DueKind = DueItem['kind'];
export const DUE_KINDS: readonly DueKind[] = DueItem.options.map(({ shape }) => shape.kind.value);

export const dueOperations = {
  'get-due-list': operation({
    summary: "Lists what expires or is due next, of the kinds that the caller's role may view, the earliest first.",
    access: 'signedIn',
    limited: 'allowed',
    bounds: { 'rows[]': 'most of the input' },
    input: z.object({
      vehicleId: Id.optional(),
      most: z.number().int().min(1).max(MAX_DUE).default(10),
    }),
    output: z.object({
      rows: z.array(DueItem),
      total: z.number().int(),
      /** How many of these are overdue. */
      overdue: z.number().int(),
    }),
  }),
};
