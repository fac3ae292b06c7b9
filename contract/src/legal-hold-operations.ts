import { z } from 'zod';
import { Empty, Id, Instant, listOutput, optionalDay, text } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, operation } from './operation.ts';
import { MAX_HOLD_REASON, RETENTION_KINDS } from './retention-kinds.ts';

const organisations = grant('organisations');

/** The order that nothing about a vehicle in a range of days is deleted. An ended hold remains in the list. */
export const LegalHold = z.object({
  id: Id,
  organisationName: z.string(),
  vehicleId: Id,
  registration: z.string(),
  /** Days on the clock of the vehicle's organisation; without a last day, from the first one on. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date().nullable(),
  reason: z.string(),
  createdAt: Instant,
  /** The user name; null if the server set the hold itself. */
  createdBy: z.string().nullable(),
  endedAt: Instant.nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  /** False if an organisation above set it. */
  mayEnd: z.boolean(),
});
export type LegalHold = z.infer<typeof LegalHold>;

/** Data covered by a hold that retention has already deleted. */
const Gone = z.object({
  kind: z.enum(RETENTION_KINDS),
  /** Data from before this moment is gone, or goes with the next run unless the hold covers it. */
  before: Instant,
});

const Reason = text(MAX_HOLD_REASON);

export const legalHoldOperations = {
  'get-legal-hold-list': operation({
    summary: 'Lists the legal holds on vehicles, those in force first.',
    access: organisations('view'),
    limited: 'denied',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(LegalHold),
  }),
  'create-legal-hold': operation({
    summary:
      'Sets a legal hold: nothing about the vehicle in these days is deleted until the hold is ended. The reply says what was already deleted.',
    access: organisations('create'),
    limited: 'denied',
    audit: 'legal-hold',
    errors: [404, 409],
    unversioned: 'creates a record of its own',
    example: { vehicleId: 999_999, firstDay: '2026-01-01', lastDay: '2026-01-31', reason: 'Accident of 15 January' },
    bounds: { 'gone[]': 'one for each kind of data' },
    input: z.object({
      vehicleId: z.number().int().positive(faultCode('choose-vehicle')).max(2_147_483_647),
      firstDay: z.iso
        .date(faultCode('choose-day'))
        .refine((day) => day >= '1900-01-01', faultCode('choose-later-day'))
        .refine((day) => day <= '2999-12-31', faultCode('choose-earlier-day')),
      /** Left out: from the first day on. */
      lastDay: optionalDay,
      reason: Reason,
    }),
    output: z.object({ hold: LegalHold, gone: z.array(Gone) }),
  }),
  'end-legal-hold': operation({
    summary: 'Ends a legal hold. Data past its retention period is deleted by the next daily run.',
    access: organisations('delete'),
    limited: 'denied',
    subject: 'legalHold',
    audit: 'legal-hold',
    errors: [404, 409],
    unversioned: 'ends the hold as it is',
    example: { id: 999_999, reason: 'The case is closed' },
    input: z.object({ id: Id, reason: Reason }),
    output: z.object({ hold: LegalHold }),
  }),
};
