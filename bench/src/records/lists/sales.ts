import { listInvoices } from '@milepost/server/store/subscriptions/invoices';
import { getPaymentData } from '@milepost/server/store/subscriptions/payment-data';
import { listPlans } from '@milepost/server/store/subscriptions/plans';
import { listSubscriptions } from '@milepost/server/store/subscriptions/subscriptions';
import { queriesOf, type ListsOf, PAGE, SCOPE, sellerScope } from './list.ts';

type Subscriptions = Partial<Parameters<typeof listSubscriptions>[2]>;
type Invoices = Partial<Parameters<typeof listInvoices>[2]>;

/** The plans, subscriptions and invoices of customers below the organisation. */
export const salesLists: ListsOf = (db, { customers }) => {
  const scope = sellerScope(customers);
  return [
    ...queriesOf<Subscriptions>(
      'subscriptions',
      (more) => listSubscriptions(db, scope, { ...PAGE, sort: 'untilDay', ...more }),
      {
        '': {},
        'by customer': { sort: 'organisation' },
        'by plan': { sort: 'plan' },
        'run out': { state: 'expired' },
        due: { state: 'due' },
        'search of a customer': { search: 'customer 77' },
        'search of a word that all have': { search: 'customer' },
      },
    ),
    ...queriesOf<Invoices>(
      'invoices',
      (more) => listInvoices(db, scope, { ...PAGE, sort: 'day', direction: 'desc', ...more }),
      {
        '': {},
        'by number': { sort: 'number' },
        'by customer': { sort: 'organisation' },
        'by day of payment': { sort: 'dueDay' },
        'by amount': { sort: 'total' },
        open: { state: 'open' },
        overdue: { state: 'overdue' },
        paid: { state: 'paid' },
        'of a subscription': { subscriptionId: 7 },
        'search of a number': { search: '7712' },
        'search of a word that all have': { search: 'customer' },
      },
    ),
    { name: 'plans', ask: () => listPlans(db, scope, { ...PAGE, sort: 'name' }) },
    { name: 'payment data', ask: () => getPaymentData(db, SCOPE) },
  ];
};
