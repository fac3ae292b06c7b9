import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../../ui/lazy-part.ts';

/** The screens of the menu by the end of their path: one chunk in the table of screens, which every visit loads. */
const SCREENS = {
  subscriptions: lazyPart(() => import('./subscriptions-page.tsx')),
  invoices: lazyPart(() => import('../invoices/invoices-page.tsx')),
  plans: lazyPart(() => import('../plans/plans-page.tsx')),
  payments: lazyPart(() => import('../payments/payments-page.tsx')),
};
const isScreen = (name: string | undefined): name is keyof typeof SCREENS =>
  name !== undefined && Object.hasOwn(SCREENS, name);

export default function BillingPage() {
  const name = useLocation().pathname.split('/')[2];
  const Screen = SCREENS[isScreen(name) ? name : 'subscriptions'];
  return (
    <Suspense>
      <Screen />
    </Suspense>
  );
}
