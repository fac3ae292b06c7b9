import { LEAD_DAYS } from '@milepost/contract/maintenance-kinds';
import type { Queryable } from '../store/database.ts';
import { insertPlan, type PlanFields } from '../store/maintenance/change-plans.ts';
import { refreshDues } from '../store/maintenance/refresh-dues.ts';

/** In larger fleets, as for load tests, only this many vehicles have a past. */
const MAX_RECORDS = 500;
const KM = 1000;
const HOUR_S = 3600;

const FOR_ALL = {
  everyM: null,
  everyEngineS: null,
  everyMonths: null,
  leadM: null,
  leadEngineS: null,
  leadDays: LEAD_DAYS,
  allVehicles: true,
  vehicleIds: [],
  groupIds: [],
  types: [],
  note: null,
} as const satisfies Partial<PlanFields>;

interface DemoPlan extends Omit<PlanFields, 'countedFrom'> {
  /** The number of days since a vehicle had it, by its position in the fleet. */
  agoDays: (n: number) => number;
}

const PLANS: readonly DemoPlan[] = [
  // Two vehicles of the fleet are overdue: half a year has at most 184 days.
  {
    ...FOR_ALL,
    task: 'Engine oil and filters',
    everyM: 10_000 * KM,
    everyMonths: 6,
    leadM: 500 * KM,
    note: '10W-40, with both filters.',
    agoDays: (n) => (n === 2 || n === 5 ? 190 + n : 20 + ((n * 37) % 150)),
  },
  { ...FOR_ALL, task: 'Tyres: turn and check', everyM: 15_000 * KM, agoDays: (n) => 10 + ((n * 13) % 80) },
  { ...FOR_ALL, task: 'Brakes', everyMonths: 12, leadDays: 30, agoDays: (n) => 30 + ((n * 61) % 310) },
  {
    ...FOR_ALL,
    task: 'Cooling unit',
    everyEngineS: 400 * HOUR_S,
    allVehicles: false,
    types: ['truck', 'van'],
    agoDays: (n) => 5 + ((n * 7) % 40),
  },
];

/** Gives the demo its service plans, and its vehicles the services done by them. */
export async function seedMaintenance(db: Queryable, organisationId: number): Promise<void> {
  const { rows } = await db.query<{ id: number; type: string; today: string }>(
    `SELECT v.id, v.type, (now() AT TIME ZONE o.time_zone)::date::text AS today
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.organisation_id = $1 ORDER BY v.id LIMIT ${MAX_RECORDS}`,
    [organisationId],
  );
  const today = rows[0]?.today;
  if (today === undefined) return;
  for (const { agoDays, ...plan } of PLANS) {
    const planId = await insertPlan(db, organisationId, { ...plan, countedFrom: today });
    const holders = rows.flatMap(({ id, type }, index) =>
      plan.allVehicles || plan.types.some((one) => one === type) ? [{ vehicle_id: id, ago: agoDays(index + 1) }] : [],
    );
    await db.query(
      `INSERT INTO service_records (organisation_id, plan_id, vehicle_id, day)
       SELECT $1, $2, vehicle_id, $3::date - ago FROM jsonb_to_recordset($4) r (vehicle_id int, ago int)`,
      [organisationId, planId, today, JSON.stringify(holders)],
    );
    await refreshDues(db, planId);
  }
}
