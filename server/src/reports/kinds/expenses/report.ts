import { EXPENSE_KINDS } from '@milepost/contract/expense-kinds';
import { andSeenExpense } from '../../../store/expenses/expense-rows.ts';
import { IS_SPENT } from '../../../store/expenses/expense-totals.ts';
import { EXPENSE_KIND_WORDS } from '../../../texts/names.ts';
import { withChoices } from '../../report-choices.ts';
import { amountText } from '../../money-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Every bill. Amounts in a currency other than the organisation's are shown as text and are in no total. */
export const expensesReport = defineReport({
  purpose: 'cost',
  menus: ['expenses'],
  range: 'this-month',
  facts: false,
  groupings: ['kind', 'vendor'],
  columns: [
    { key: 'day', kind: 'day', known: true },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'kind', kind: 'choice', choices: EXPENSE_KINDS },
    { key: 'vendor', kind: 'text' },
    { key: 'bill', kind: 'text' },
    { key: 'litres', kind: 'volume', total: 'sum', optional: true },
    { key: 'odometer', kind: 'distance', optional: true },
    { key: 'amount', kind: 'money', total: 'sum' },
    { key: 'tax', kind: 'money', total: 'sum', optional: true },
    { key: 'otherCurrency', kind: 'text' },
    { key: 'state', kind: 'choice', choices: ['submitted', 'approved'], optional: true },
    { key: 'note', kind: 'text', optional: true },
  ],
  own: [{ key: 'kind', kind: 'choice', value: 'all', choices: ['all', ...EXPENSE_KINDS] }],
  time: 'day',
  sort: 'day',
  direction: 'desc',
  source: ({ scope, firstDay, lastDay, organisation, chosen, ownCurrency, choice }) => `
    SELECT e.id AS row_id, e.day, e.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", e.driver_id,
           dr.name AS driver, e.kind, c.name AS vendor, e.vendor_id, e.bill_number AS bill, e.odometer_m AS odometer, e.state, e.note,
           CASE WHEN e.kind IN ('fuel', 'adBlue') THEN e.quantity END AS litres,
           CASE WHEN ${ownCurrency('e.currency')} THEN e.amount END AS amount,
           CASE WHEN ${ownCurrency('e.currency')} THEN e.tax END AS tax,
           CASE WHEN NOT ${ownCurrency('e.currency')} THEN ${amountText('e.amount', 'e.currency')} END AS "otherCurrency",
           '/expenses?open=' || e.id AS path
    FROM expenses e LEFT JOIN vehicles v ON v.id = e.vehicle_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN drivers dr ON dr.id = e.driver_id LEFT JOIN contacts c ON c.id = e.vendor_id
    WHERE ${organisation('e.organisation_id')}${andSeenExpense(scope)}${chosen('v')} AND ${IS_SPENT}
      AND e.day BETWEEN ${firstDay} AND ${lastDay} AND ${choice('kind')} IN ('all', e.kind)`,
  chart: { by: 'vehicle', column: 'amount' },
  opens: 'path',
  texts: withChoices(reportTexts('expenses'), { kind: EXPENSE_KIND_WORDS }),
});
