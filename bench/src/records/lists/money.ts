import { listBudgets } from '@milepost/server/store/budgets/budgets';
import { listContacts } from '@milepost/server/store/contacts/contacts';
import { readExpenseTotals } from '@milepost/server/store/expenses/expense-totals';
import { listExpenses } from '@milepost/server/store/expenses/expenses';
import { listRecurringExpenses } from '@milepost/server/store/expenses/recurring-expenses';
import { queriesOf, dayBefore, type ListsOf, PAGE, SCOPE, USER } from './list.ts';

type Expenses = Partial<Parameters<typeof listExpenses>[3]>;
type Totals = Partial<Parameters<typeof readExpenseTotals>[2]>;
type Recurring = Partial<Parameters<typeof listRecurringExpenses>[2]>;
type Contacts = Partial<Parameters<typeof listContacts>[2]>;

const MONTH = { firstDay: dayBefore(30), lastDay: dayBefore(0) };
const YEAR = { firstDay: dayBefore(365), lastDay: dayBefore(0) };

/** Expenses with their sums, recurring expenses, budgets, and vendors. */
export const moneyLists: ListsOf = (db) => [
  ...queriesOf<Expenses>(
    'expenses',
    (more) => listExpenses(db, SCOPE, USER, { ...PAGE, sort: 'day', direction: 'desc', ...more }),
    {
      '': {},
      'oldest first': { direction: 'asc' },
      'by amount': { sort: 'amount' },
      'by kind': { sort: 'kind' },
      'page 200': { page: 200 },
      'of a kind': { kind: 'repair' },
      'of a kind, by amount': { kind: 'repair', sort: 'amount' },
      'that wait': { state: 'submitted' },
      'that are approved': { state: 'approved' },
      'that count': { state: 'spent' },
      'that count, of a month': { state: 'spent', firstDay: dayBefore(60), lastDay: dayBefore(30) },
      'of a vehicle': { vehicleId: 77 },
      'of no vehicle': { noVehicle: true },
      'of a group': { groupId: 7 },
      'of a driver': { driverId: 77 },
      'of a vendor': { vendorId: 77 },
      'of a month': { firstDay: dayBefore(60), lastDay: dayBefore(30) },
      'of a year': YEAR,
      'of a kind and a year': { kind: 'fuel', ...YEAR },
      doubted: { doubt: 'place' },
      'search of a bill': { search: 'b-77123' },
      'search of a plate': { search: 'sbc 000002' },
      'search of a driver': { search: 'ana silva' },
      'search of a frequent word': { search: 'station' },
      'search of a frequent word, by amount': { search: 'station', sort: 'amount' },
      'search of two letters': { search: 'sb' },
      'search of a frequent word, of a kind': { search: 'station', kind: 'repair' },
    },
  ),
  ...queriesOf<Totals>('sums', (more) => readExpenseTotals(db, SCOPE, { by: 'kind', ...MONTH, most: 50, ...more }), {
    'of a month by kind': {},
    'of a month by vehicle': { by: 'vehicle' },
    'of a year by kind': YEAR,
    'of a year by month': { by: 'month', ...YEAR },
    'of a year by vehicle': { by: 'vehicle', ...YEAR },
    'of a year of a vehicle': { by: 'month', vehicleId: 77, ...YEAR },
    'of a year of a kind by month': { by: 'month', kind: 'fuel', ...YEAR },
  }),
  ...queriesOf<Recurring>(
    'recurring expenses',
    (more) => listRecurringExpenses(db, SCOPE, { ...PAGE, sort: 'nextDay', ...more }),
    {
      '': {},
      'by amount': { sort: 'amount' },
      'of a kind': { kind: 'lease' },
      paused: { state: 'paused' },
      running: { state: 'running' },
      'search of a plate': { search: 'sbc 000002' },
      'search of a frequent word': { search: 'contract' },
    },
  ),
  { name: 'budgets', ask: () => listBudgets(db, SCOPE, { month: `${dayBefore(0).slice(0, 7)}-01` }) },
  { name: 'budgets: of last month', ask: () => listBudgets(db, SCOPE, { month: `${dayBefore(31).slice(0, 7)}-01` }) },
  ...queriesOf<Contacts>('contacts', (more) => listContacts(db, SCOPE, { ...PAGE, sort: 'name', ...more }), {
    '': {},
    'by address': { sort: 'address' },
    'of a kind': { kind: 'workshop' },
    'search of a frequent word': { search: 'company' },
    'search of a phone': { search: '0000077' },
  }),
];
