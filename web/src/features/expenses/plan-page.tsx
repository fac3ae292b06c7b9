import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { ApprovalPage } from './approval/approval.tsx';
import { RecurringPage } from './recurring/recurring.tsx';
import { TotalsPage } from './totals/totals.tsx';

const SCREENS: Readonly<Record<string, ComponentType>> = { approval: ApprovalPage, recurring: RecurringPage };

/** Approval, recurring expenses, and totals: screens in one chunk, since each chunk costs the first visit. */
export default function PlanPage() {
  const Shown =
    SCREENS[
      useLocation()
        .pathname.split('/')
        .findLast((part) => part !== '') ?? ''
    ] ?? TotalsPage;
  return <Shown />;
}
