import type { RecordTable } from './table-records.ts';

export const PLAN_TABLE: RecordTable = {
  table: 'service_plans',
  columns: {
    task: ['task', 'text'],
    everyM: ['every_m', 'float8'],
    everyEngineS: ['every_engine_s', 'float8'],
    everyMonths: ['every_months', 'int'],
    leadM: ['lead_m', 'float8'],
    leadEngineS: ['lead_engine_s', 'float8'],
    leadDays: ['lead_days', 'int'],
    allVehicles: ['all_vehicles', 'boolean'],
    vehicleIds: ['vehicle_ids', 'int[]'],
    groupIds: ['group_ids', 'int[]'],
    types: ['types', 'text[]'],
    countedFrom: ['counted_from', 'date'],
    note: ['note', 'text'],
  },
  versioned: true,
  used: `EXISTS (SELECT FROM service_records s WHERE s.plan_id = t.id AND s.deleted_at IS NULL)
    OR EXISTS (SELECT FROM work_orders w WHERE w.organisation_id = t.organisation_id AND w.deleted_at IS NULL
      AND w.tasks @> jsonb_build_array(jsonb_build_object('planId', t.id)))
    OR EXISTS (SELECT FROM file_links l WHERE l.record_kind = 'service-plan' AND l.record_id = t.id)
    OR EXISTS (SELECT FROM tasks k WHERE k.record_kind = 'service-plan' AND k.record_id = t.id AND k.deleted_at IS NULL)`,
  updated: { updated_at: 'now()' },
};
