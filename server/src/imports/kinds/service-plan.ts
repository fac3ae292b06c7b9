import { OPERATIONS } from '@milepost/contract/operations';
import { z } from 'zod';
import { PLAN_TABLE } from '../../store/imports/plan-records.ts';
import { resolvePlans } from '../../store/imports/resolve-plans.ts';
import { refreshDues } from '../../store/maintenance/refresh-dues.ts';
import type { ImportDescriptor } from '../import-descriptor.ts';
import { dayBy, listBy, measureBy, textBy, wordsFor, yesOrNo } from '../read-fields.ts';
import { tableWork } from '../table-import.ts';
import { PLAN_HEADINGS } from './service-plan-headings.ts';
import { VEHICLE_TYPE_WORDS } from './vehicle-types.ts';

const { shape } = OPERATIONS['save-service-plan'].input;
const { registration } = OPERATIONS['save-vehicle'].input.shape;
const { name: groupName } = OPERATIONS['save-group'].input.shape;

const MAX_LISTED = 500;

/** Stored as metres and seconds but entered in kilometres and hours, so that faults are given in these. */
const metres = z
  .number()
  .gt(0, 'more-than-nothing')
  .max(2_000_000, 'at-most')
  .transform((km) => km * 1000);
const seconds = z
  .number()
  .gt(0, 'more-than-nothing')
  .max(100_000, 'at-most')
  .transform((hours) => hours * 3600);

const work = tableWork(PLAN_TABLE);

/** Recurring services, found by their name and the vehicles they apply to. */
export const servicePlanImport = {
  ...work,
  subject: 'service-plan',
  // The due date of each plan is calculated immediately for all vehicles of the plan, which may be many.
  batch: 25,
  resolve: resolvePlans,
  async write(db, actor, organisationId, lines) {
    const ids = await work.write(db, actor, organisationId, lines);
    for (const id of ids) await refreshDues(db, id);
    return ids;
  },
  async remove(db, ids) {
    await work.remove(db, ids);
    for (const id of ids) await refreshDues(db, id);
  },
  fields: {
    task: {
      words: PLAN_HEADINGS.task,
      read: textBy(shape.task),
      // Plans of the same name are for different vehicles.
      once: (task, { allVehicles, groups, types, vehicles }) =>
        JSON.stringify([task.toLowerCase(), allVehicles, groups, types, vehicles]),
    },
    everyDistance: { words: PLAN_HEADINGS.everyDistance, read: measureBy(metres, 'km', 'thousands') },
    everyHours: { words: PLAN_HEADINGS.everyHours, read: measureBy(seconds, 'h', 'thousands') },
    everyMonths: { words: PLAN_HEADINGS.everyMonths, read: measureBy(shape.everyMonths, 'months', 'thousands') },
    leadDistance: { words: PLAN_HEADINGS.leadDistance, read: measureBy(metres, 'km', 'thousands') },
    leadHours: { words: PLAN_HEADINGS.leadHours, read: measureBy(seconds, 'h', 'thousands') },
    leadDays: { words: PLAN_HEADINGS.leadDays, read: measureBy(shape.leadDays, 'd', 'thousands') },
    allVehicles: { words: PLAN_HEADINGS.allVehicles, read: yesOrNo },
    groups: { words: PLAN_HEADINGS.groups, read: listBy(groupName.array().max(MAX_LISTED)) },
    types: { words: PLAN_HEADINGS.types, read: wordsFor(VEHICLE_TYPE_WORDS, 'vehicleTypes') },
    vehicles: { words: PLAN_HEADINGS.vehicles, read: listBy(registration.array().max(MAX_LISTED)) },
    countedFrom: { words: PLAN_HEADINGS.countedFrom, read: dayBy(shape.countedFrom) },
    note: { words: PLAN_HEADINGS.note, read: textBy(shape.note) },
  },
} satisfies ImportDescriptor;
