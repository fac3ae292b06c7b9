import { REPORTED_AT, VEHICLE_TABLES } from '../../../store/fleet/vehicle-rows.ts';
import { registrationOf } from '../../../store/search/every-word.ts';
import { POSITION_FLAG } from '@milepost/tracking/position';
import { publicOnly } from '../../public-only.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** SQL: true while the device is in private time. */
const IS_PRIVATE = `s.flags & ${POSITION_FLAG.private} <> 0`;
const SINCE = ['1', '3', '7', '30'] as const;

/** Vehicles whose device sent nothing for a day, 3, 7 or 30 days, or never did. Sold vehicles are omitted. */
export const silentDevicesReport = defineReport({
  purpose: 'devices',
  menus: ['vehicles'],
  lists: ['dashboard'],
  range: null,
  searched: true,
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group' },
    { key: 'silentFor', kind: 'choice', choices: [...SINCE, 'never'] },
    { key: 'heard', kind: 'moment' },
    { key: 'silence', kind: 'duration', total: 'max' },
    { key: 'place', kind: 'place', at: ['lat', 'lon'], private: 'private', menu: 'vehicles' },
    { key: 'device', kind: 'text' },
    { key: 'model', kind: 'text', optional: true, menu: 'vehicles' },
    { key: 'sim', kind: 'text', optional: true, menu: 'vehicles' },
    { key: 'installed', kind: 'moment', optional: true, menu: 'vehicles' },
    { key: 'status', kind: 'choice', choices: ['in-service', 'workshop', 'off-road'], menu: 'vehicles' },
  ],
  own: [
    { key: 'days', kind: 'choice', value: '1', choices: [...SINCE, 'never'] },
    { key: 'never', kind: 'choice', value: 'with', choices: ['with', 'without'] },
  ],
  sort: 'silence',
  direction: 'desc',
  source: ({ now, subjectSql: vehicleFilter, choice, searched }) => `
    SELECT v.id AS row_id, v.id AS vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", d.identity AS device,
           d.model, coalesce(i.sim_number, d.sim_number) AS sim, i.installed_at AS installed, v.status, told.at AS heard,
           extract(epoch FROM ${now} - told.at)::float8 AS silence, ${IS_PRIVATE} AS private,
           ${publicOnly('s.lat / 1e7::float8', IS_PRIVATE)} AS lat, ${publicOnly('s.lon / 1e7::float8', IS_PRIVATE)} AS lon,
           CASE WHEN told.at IS NULL THEN 'never' WHEN told.at < ${now} - interval '30 days' THEN '30'
             WHEN told.at < ${now} - interval '7 days' THEN '7' WHEN told.at < ${now} - interval '3 days' THEN '3'
             ELSE '1' END AS "silentFor"
    FROM ${VEHICLE_TABLES} CROSS JOIN LATERAL (SELECT ${REPORTED_AT} AS at) told
    WHERE ${vehicleFilter('v')} AND v.deleted_at IS NULL AND v.status <> 'sold' AND d.id IS NOT NULL
      ${searched(registrationOf('v'), 'g.name', 'd.identity')}
      AND CASE WHEN told.at IS NULL THEN ${choice('never')} = 'with' OR ${choice('days')} = 'never'
        WHEN ${choice('days')} = 'never' THEN false
        ELSE told.at < ${now} - make_interval(days => (${choice('days')})::int) END`,
  chart: { by: 'group', column: null },
  map: 'points',
  opens: 'history',
  time: 'heard',
  texts: reportTexts('silent-devices'),
});
