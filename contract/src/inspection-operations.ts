import { z } from 'zod';
import {
  Empty,
  Id,
  Instant,
  listInput,
  listOutput,
  optionalLines,
  optionalText,
  searchText,
  text,
  Version,
} from './common.ts';
import { faultCode } from './fault.ts';
import { DEFECT_SEVERITIES, RESULTS } from './inspection-kinds.ts';
import { OdometerM } from './odometer.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { BODY_LIMIT, grant, operation } from './operation.ts';
import { Signature } from './signature.ts';
import { VehicleType } from './vehicle-operations.ts';

const MAX_ITEMS = 100;
const MAX_PHOTOS = 5;

const Severity = z.enum(DEFECT_SEVERITIES, faultCode('choose-defect-severity'));

/** The items to check when a vehicle is inspected. */
export const Checklist = z.object({
  id: Id,
  organisationId: Id,
  name: z.string(),
  /** Types of vehicles; empty: all. */
  types: z.array(VehicleType),
  items: z.array(z.string()),
  version: Version,
});
export type Checklist = z.infer<typeof Checklist>;

const Answer = z.object({
  item: z.string(),
  result: z.enum(RESULTS),
  severity: Severity.nullable(),
  note: z.string().nullable(),
  /** Photos of the defect, which are files of the inspection. */
  fileIds: z.array(Id),
});

const AnswerInput = z
  .object({
    item: text(200),
    result: z.enum(RESULTS, faultCode('choose-result')),
    severity: Severity.nullish().transform((severity) => severity ?? null),
    note: optionalText(500),
    fileIds: z.array(Id).max(MAX_PHOTOS, faultCode('choose-at-most')).default([]),
  })
  .refine(({ result, severity }) => result !== 'defect' || severity !== null, {
    error: faultCode('choose-defect-severity'),
    path: ['severity'],
  });

/** A completed checklist of a vehicle. */
export const Inspection = z.object({
  id: Id,
  organisationId: Id,
  vehicleId: Id,
  registration: z.string(),
  /** The name of the checklist at the time. */
  name: z.string(),
  at: Instant,
  defects: z.number().int(),
  /** The severity of the worst defect. */
  severity: Severity.nullable(),
  odometerM: z.number().nullable(),
  signedBy: z.string(),
  madeBy: z.string().nullable(),
  /** The work order that it created. */
  workOrderId: Id.nullable(),
  workOrderNumber: z.number().int().nullable(),
});
export type Inspection = z.infer<typeof Inspection>;

export const InspectionDetail = Inspection.extend({
  answers: z.array(Answer),
  note: z.string().nullable(),
  /** Strokes with alternating x and y, in thousandths of the width. */
  signature: z.array(z.array(z.number())),
});
export type InspectionDetail = z.infer<typeof InspectionDetail>;

const maintenance = grant('maintenance');
/** With `my-day` alone, a driver has access to their present vehicles and to their own inspections. */
const orMyDay = { or: ['my-day'] } as const;
const inspection = z.object({ inspection: InspectionDetail });
const checklist = z.object({ checklist: Checklist });

const checklistCalls = recordCalls({
  view: maintenance('view'),
  remove: maintenance('delete'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'checklist',
  audit: 'checklist',
  output: checklist,
});

export const inspectionOperations = {
  'get-checklist-list': operation({
    summary: 'Lists checklists, a page at a time.',
    access: maintenance('view'),
    limited: 'allowed',
    input: listInput(['name']),
    output: listOutput(Checklist),
  }),
  'get-checklist-by-id': checklistCalls.byId('Returns one checklist.'),
  'save-checklist': operation({
    summary: "Creates or changes a checklist for vehicles of the caller's own organisation.",
    access: maintenance('save'),
    limited: 'denied',
    bodyBytes: 65_536,
    subject: 'checklist',
    audit: 'checklist',
    errors: [404, 409],
    example: { name: 'Daily', items: ['Tyres'] },
    input: z.object({
      id: Id.optional(),
      name: text(100),
      types: z.array(VehicleType).max(20, faultCode('choose-at-most')).default([]),
      items: z.array(text(200)).min(1, faultCode('enter-items')).max(MAX_ITEMS, faultCode('at-most-entries')),
      version: Version.optional(),
    }),
    output: checklist,
  }),
  'delete-checklist': checklistCalls.deleted(
    'Deletes a checklist; `restore-checklist` undoes it. Its inspections stay.',
  ),
  'restore-checklist': checklistCalls.restored('Restores a deleted checklist.'),
  'get-inspection-list': operation({
    summary: 'Lists inspections, a page at a time.',
    access: maintenance('view'),
    limited: 'allowed',
    input: listInput(['at', 'defects']).extend({
      /** Left out: inspections without a defect as well. */
      severity: Severity.optional(),
      vehicleId: Id.optional(),
    }),
    output: listOutput(Inspection),
  }),
  'get-inspection-by-id': operation({
    summary: 'Returns one inspection.',
    access: { ...maintenance('view'), ...orMyDay },
    limited: 'allowed',
    subject: 'inspection',
    errors: [404],
    ...ID_INPUT,
    output: inspection,
  }),
  'add-inspection': operation({
    summary:
      'Adds an inspection, which cannot be changed later. A dangerous defect opens a work order; other defects do so on request.',
    access: { ...maintenance('create'), ...orMyDay },
    limited: 'allowed',
    bodyBytes: BODY_LIMIT,
    audit: ['inspection', 'vehicle', 'work-order'],
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: {
      vehicleId: 999_999,
      checklistId: 999_999,
      answers: [{ item: 'Tyres', result: 'ok' }],
      signedBy: 'Ana',
      signature: [[0, 0, 10, 10]],
    },
    input: z
      .object({
        vehicleId: Id.nullish().transform((given) => given ?? null),
        checklistId: Id.nullish().transform((given) => given ?? null),
        answers: z
          .array(AnswerInput)
          .min(1, faultCode('at-least-entries'))
          .max(MAX_ITEMS, faultCode('at-most-entries')),
        odometerM: OdometerM,
        note: optionalLines(2000),
        signedBy: text(100),
        signature: Signature,
        openOrder: z.boolean().default(false),
        /** Takes the vehicle out of service with the work order, from now on: its movement then raises no alarm. */
        outOfService: z.boolean().default(false),
      })
      .refine(({ vehicleId }) => vehicleId !== null, { error: faultCode('choose-vehicle'), path: ['vehicleId'] })
      .refine(({ checklistId }) => checklistId !== null, {
        error: faultCode('choose-checklist'),
        path: ['checklistId'],
      }),
    output: inspection,
  }),
  'delete-inspection': operation({
    summary: 'Deletes an inspection; `restore-inspection` undoes it. Its work order stays.',
    access: maintenance('delete'),
    limited: 'allowed',
    subject: 'inspection',
    audit: 'inspection',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-inspection': operation({
    summary: 'Restores a deleted inspection.',
    access: maintenance('delete'),
    limited: 'allowed',
    subject: 'inspection',
    audit: 'inspection',
    errors: [404],
    unversioned: 'restores the record as it was deleted',
    ...ID_INPUT,
    output: inspection,
  }),
  'get-inspection-choices': operation({
    summary: 'Returns vehicles by part of their registration, and the checklists for the chosen one.',
    access: { ...maintenance('view'), ...orMyDay },
    limited: 'allowed',
    bounds: { 'vehicles[]': 50, 'checklists[]': 'MAX_CHECKLISTS of the store' },
    input: z.object({ vehicle: searchText(100), vehicleId: Id.optional() }),
    output: z.object({
      vehicles: z.array(z.object({ id: Id, name: z.string() })),
      vehiclesTotal: z.number().int(),
      checklists: z.array(z.object({ id: Id, name: z.string(), items: z.array(z.string()) })),
      /** The caller's name. */
      signedBy: z.string(),
    }),
  }),
};
