import { fault } from '@milepost/contract/fault';
import { LEAD_DAYS } from '@milepost/contract/maintenance-kinds';
import type { ImportTarget, ParsedLine, ResolvedLine, Values } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { findGroups, findVehicles, foundVehicle, idsOf } from './find-references.ts';
import { PLAN_TABLE } from './plan-records.ts';
import { type Draft, resolveInTable, textIn, textsIn } from './resolve-in-table.ts';

const DEFAULTS = {
  everyM: null,
  everyEngineS: null,
  everyMonths: null,
  leadM: null,
  leadEngineS: null,
  leadDays: LEAD_DAYS,
  allVehicles: false,
  vehicleIds: [],
  groupIds: [],
  types: [],
  note: null,
} as const satisfies Values;

/** The fields that are stored in metres and seconds, and the hundredth to which lists export them. */
const MEASURES = {
  everyDistance: ['everyM', 10],
  everyHours: ['everyEngineS', 36],
  leadDistance: ['leadM', 10],
  leadHours: ['leadEngineS', 36],
} as const;

/** The vehicles of a plan, as far as they exist. */
interface Targets {
  allVehicles: boolean;
  vehicleIds: readonly number[];
  groupIds: readonly number[];
  types: readonly string[];
}

interface StoredPlan extends Targets {
  id: number;
  task: string;
}

/**
 * Finds plans by name and vehicles; if a line gives no vehicles, only by name. The same service for other vehicles is
 * therefore another plan.
 */
export async function resolvePlans(
  db: Queryable,
  target: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const { organisationId } = target;
  const found = await db.query<{ today: string }>(
    'SELECT (now() AT TIME ZONE time_zone)::date::text AS today FROM organisations WHERE id = $1',
    [organisationId],
  );
  const { today } = onlyRow(found);
  const groups = await findGroups(db, organisationId);
  const mentioned = lines.flatMap(({ given }) => listIn(given, 'vehicles').map(String));
  const vehicles = await findVehicles(db, organisationId, [...new Set(mentioned)]);
  const { rows } = await db.query<StoredPlan>(
    `SELECT p.id, lower(p.task) AS task, p.all_vehicles AS "allVehicles", p.types,
       ARRAY(SELECT v.id FROM vehicles v WHERE v.id = ANY(p.vehicle_ids) AND v.deleted_at IS NULL) AS "vehicleIds",
       ARRAY(SELECT g.id FROM vehicle_groups g WHERE g.id = ANY(p.group_ids)) AS "groupIds"
     FROM service_plans p WHERE p.organisation_id = $1 AND p.deleted_at IS NULL
       AND lower(p.task) IN (SELECT lower(asked) FROM unnest($2::text[]) asked) ORDER BY p.id`,
    [organisationId, textsIn(lines, 'task')],
  );
  const plans = Map.groupBy(rows, ({ task }) => task);

  /** The vehicles of a plan as given in a line. */
  function targetsIn(given: Values, refuse: Draft['refuse']): Targets {
    if (given['allVehicles'] === true) return { allVehicles: true, vehicleIds: [], groupIds: [], types: [] };
    const vehicleIds = listIn(given, 'vehicles').map((name) => {
      const id = foundVehicle(vehicles, String(name));
      if (id === null) refuse('vehicles', fault('no-vehicle-called', { name: String(name) }));
      return id;
    });
    return {
      allVehicles: false,
      vehicleIds: vehicleIds.filter((id) => id !== null),
      groupIds: idsOf(listIn(given, 'groups'), groups, 'groups', refuse),
      types: listIn(given, 'types').map(String),
    };
  }

  return resolveInTable(db, target, lines, {
    table: PLAN_TABLE,
    nothing: { ...DEFAULTS, countedFrom: today },
    isLoose: true,
    meant({ given }) {
      const name = textIn(given, 'task');
      const all = plans.get(name.toLowerCase()) ?? [];
      const meant = namesVehicles(given)
        ? all.filter((plan) => keyOf(plan) === keyOf(targetsIn(given, () => {})))
        : all;
      const several = meant.length > 1 && !namesVehicles(given);
      return {
        ids: meant.map(({ id }) => id),
        name,
        field: 'task',
        faults: several ? [{ field: 'task', fault: fault('several-plans', { name }) }] : [],
      };
    },
    fill({ id, given, before, after, refuse }) {
      for (const [field, [column, hundredth]] of Object.entries(MEASURES)) {
        const [entered, known] = [given[field], before?.[column]];
        const same = typeof known === 'number' && Math.abs(Number(entered) - known) < hundredth;
        if (entered !== undefined) after[column] = same ? known : entered;
      }
      // An existing plan keeps its vehicles, because the plan was found by them.
      if (id === null) Object.assign(after, targetsIn(given, refuse));
      else for (const field of ['allVehicles', 'types']) after[field] = before?.[field] ?? null;
      if (id === null && !namesVehicles(given)) refuse('vehicles', fault('choose-plan-vehicles'));
      if (after['everyM'] === null && after['everyEngineS'] === null && after['everyMonths'] === null) {
        refuse('everyDistance', fault('choose-interval'));
      }
    },
    room: { of: 'service-plan', owner: organisationId, field: 'task' },
  });
}

function listIn(given: Values, field: string): readonly (string | number)[] {
  const value = given[field];
  return Array.isArray(value) ? value : [];
}

const namesVehicles = (given: Values): boolean =>
  given['allVehicles'] === true || ['vehicles', 'groups', 'types'].some((field) => given[field] !== undefined);

/** Equal for the same vehicles, groups and types in any order. */
const keyOf = ({ allVehicles, vehicleIds, groupIds, types }: Targets): string =>
  JSON.stringify([allVehicles, vehicleIds.toSorted(byNumber), groupIds.toSorted(byNumber), types.toSorted()]);

const byNumber = (a: number, b: number) => a - b;
