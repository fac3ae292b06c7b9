import { DeviceFaultKind, WireFinding } from '@milepost/contract/device-fault';
import { readFaults } from '../../../store/dashboard/faulty-vehicles.ts';
import { VEHICLE_TABLES } from '../../../store/fleet/vehicle-rows.ts';
import { registrationOf } from '../../../store/search/every-word.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

const KINDS = DeviceFaultKind.options;

/**
 * The present faults of devices, one per row. Vehicles whose only fault is silence are shown only when silence is
 * chosen.
 */
export const faultyDevicesReport = defineReport({
  purpose: 'devices',
  menus: ['vehicles'],
  lists: ['dashboard'],
  range: null,
  searched: true,
  groupings: ['kind'],
  columns: [
    { key: 'vehicle', kind: 'vehicle', known: true },
    { key: 'group', kind: 'group' },
    { key: 'device', kind: 'text' },
    { key: 'kind', kind: 'choice', choices: KINDS, known: true },
    { key: 'why', kind: 'choice', choices: WireFinding.options },
    { key: 'at', kind: 'moment' },
    { key: 'seconds', kind: 'duration' },
    { key: 'times', kind: 'count', total: 'sum' },
    { key: 'share', kind: 'share' },
    { key: 'factor', kind: 'number' },
    { key: 'unit', kind: 'text' },
    { key: 'address', kind: 'text' },
    { key: 'other', kind: 'text' },
    { key: 'todo', kind: 'choice', choices: [...KINDS, 'speedUnknown'] },
  ],
  own: [{ key: 'fault', kind: 'choices', value: '', choices: KINDS }],
  sort: 'vehicle',
  worked: async (db, { scope }) => (await readFaults(db, scope)).flatMap(rowsOf),
  source: ({ subjectSql: vehicleFilter, worked, choices, searched }) => `
    SELECT v.id || ' ' || w.kind AS row_id, v.id AS vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
           d.identity AS device, w.kind, w.why, w.at, w.seconds, w.times, w.share, w.factor, w.unit, w.address, w.other,
           w.todo, '/vehicle-info/' || v.id AS path
    FROM jsonb_to_recordset(${worked}) AS w("vehicleId" int, more boolean, kind text, why text, at timestamptz,
           seconds float8, times int, share float8, factor float8, unit text, address text, other text, todo text)
    JOIN (${VEHICLE_TABLES}) ON v.id = w."vehicleId"
    WHERE ${vehicleFilter('v')} AND CASE WHEN ${choices('fault')} = '{}' THEN w.more ELSE w.kind = ANY(${choices('fault')}) END
      ${searched(registrationOf('v'), 'g.name', 'd.identity')}`,
  chart: { by: 'kind', column: null },
  opens: 'path',
  texts: reportTexts('faulty-devices'),
});

/** The faults of a vehicle as rows with the names of the columns. `more`: it has a fault besides silence. */
function rowsOf({ id, faults }: Awaited<ReturnType<typeof readFaults>>[number]) {
  const more = faults.some(({ kind }) => kind !== 'silent');
  return faults.map((fault) => {
    const { kind } = fault;
    const row = { vehicleId: id, more, kind, todo: kind };
    switch (fault.kind) {
      case 'speedUnit':
        return {
          ...row,
          factor: fault.factor,
          unit: fault.unit,
          todo: fault.unit === null ? 'speedUnknown' : kind,
        };
      case 'course':
        return { ...row, share: fault.share };
      case 'staleSpeed':
        return { ...row, seconds: fault.seconds };
      case 'facts':
        return { ...row, at: fault.at };
      case 'clock':
      case 'crowdedAreas':
      case 'crowdedAlarms':
        return { ...row, times: fault.reports };
      case 'wire':
        return { ...row, why: fault.reason, at: fault.since, seconds: fault.seconds };
      case 'silent':
        return { ...row, at: fault.since };
      case 'elsewhere':
      case 'secret':
      case 'twoSenders': {
        const other = fault.kind === 'twoSenders' ? fault.otherAddress : null;
        return { ...row, at: fault.at, times: fault.times, address: fault.address, other };
      }
    }
  });
}
