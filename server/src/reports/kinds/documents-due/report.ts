import { DOCUMENT_HOLDERS, DOCUMENT_KIND_NAMES } from '@milepost/contract/document-kinds';
import { andSeenDocument, DOCUMENT_EXISTS_SQL } from '../../../store/documents/document-rows.ts';
import { DOCUMENT_KIND_WORDS } from '../../../texts/names.ts';
import { withChoices } from '../../report-choices.ts';
import { amountText } from '../../money-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Documents that have expired or will expire soon, and were not renewed. */
export const documentsDueReport = defineReport({
  purpose: 'cost',
  menus: ['media'],
  range: null,
  facts: false,
  columns: [
    { key: 'until', kind: 'day', total: 'min' },
    { key: 'daysLeft', kind: 'count' },
    { key: 'state', kind: 'choice', choices: ['expired', 'due'] },
    { key: 'kind', kind: 'choice', choices: DOCUMENT_KIND_NAMES },
    { key: 'holder', kind: 'choice', choices: DOCUMENT_HOLDERS, optional: true },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'number', kind: 'text' },
    { key: 'issuer', kind: 'text', optional: true },
    { key: 'cost', kind: 'money', total: 'sum' },
    { key: 'otherCurrency', kind: 'text' },
    { key: 'note', kind: 'text', optional: true },
  ],
  own: [{ key: 'days', kind: 'count', value: 30 }],
  time: 'until',
  sort: 'until',
  source: ({ scope, now, organisation, chosen, ownCurrency, number }) => `
    SELECT d.id AS row_id, d.valid_until AS until, d.valid_until - o.today AS "daysLeft",
           CASE WHEN d.valid_until < o.today THEN 'expired' ELSE 'due' END AS state, d.kind,
           CASE WHEN d.vehicle_id IS NOT NULL THEN 'vehicle' WHEN d.driver_id IS NOT NULL THEN 'driver'
             ELSE 'organisation' END AS holder,
           d.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", d.driver_id, dr.name AS driver, d.number,
           d.issuer, CASE WHEN ${ownCurrency('d.currency')} THEN d.cost END AS cost,
           CASE WHEN NOT ${ownCurrency('d.currency')} THEN ${amountText('d.cost', 'd.currency')} END AS "otherCurrency", d.note,
           '/media/documents?open=' || d.id AS path
    FROM documents d
    JOIN (SELECT id, (${now} AT TIME ZONE time_zone)::date AS today FROM organisations) o ON o.id = d.organisation_id
    LEFT JOIN vehicles v ON v.id = d.vehicle_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN drivers dr ON dr.id = d.driver_id
    WHERE ${organisation('d.organisation_id')}${andSeenDocument(scope)}${chosen('v')} AND ${DOCUMENT_EXISTS_SQL} AND NOT d.renewed
      AND d.valid_until <= o.today + least(${number('days')}, 100000)::int`,
  chart: { by: 'month', column: null },
  opens: 'path',
  texts: withChoices(reportTexts('documents-due'), { kind: DOCUMENT_KIND_WORDS }),
});
