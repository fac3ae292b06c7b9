import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** The devices that were put into vehicles, with time and person. */
export const vehicleInstallationReport = defineReport({
  purpose: 'devices',
  menus: ['vehicles'],
  range: null,
  facts: false,
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'chassis', kind: 'text' },
    { key: 'engineNumber', kind: 'text', optional: true },
    { key: 'make', kind: 'text' },
    { key: 'model', kind: 'text' },
    { key: 'identity', kind: 'text' },
    { key: 'protocol', kind: 'text', optional: true },
    { key: 'deviceModel', kind: 'text' },
    { key: 'sim', kind: 'text' },
    { key: 'operator', kind: 'text', optional: true },
    { key: 'technician', kind: 'text' },
    { key: 'start', kind: 'moment' },
    { key: 'end', kind: 'moment' },
    { key: 'where', kind: 'text' },
    { key: 'odometer', kind: 'distance' },
    { key: 'photos', kind: 'count' },
    { key: 'note', kind: 'text', optional: true },
  ],
  own: [{ key: 'which', kind: 'choice', value: 'all', choices: ['all', 'present'] }],
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  // Installations without duration are corrected mistakes.
  source: ({ subjectSql: vehicleFilter, choice }) => `
    SELECT i.id AS row_id, i.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
           v.chassis_number AS chassis, v.engine_number AS "engineNumber", v.make, v.model, d.identity, d.protocol,
           d.model AS "deviceModel", coalesce(i.sim_number, d.sim_number) AS sim, i.sim_operator AS operator, i.technician,
           i.installed_at AS start, i.removed_at AS "end", i.place AS "where", i.odometer_m AS odometer, i.note,
           '/vehicle-info/' || i.vehicle_id || '?tab=installations' AS path,
           (SELECT count(*) FROM file_links l WHERE l.record_kind = 'vehicle' AND l.record_id = v.id AND l.picture) AS photos
    FROM installations i JOIN vehicles v ON v.id = i.vehicle_id JOIN devices d ON d.id = i.device_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE ${vehicleFilter('v')} AND v.deleted_at IS NULL
      AND (i.removed_at IS NULL OR (${choice('which')} = 'all' AND i.removed_at > i.installed_at))`,
  opens: 'path',
  texts: reportTexts('vehicle-installation'),
});
