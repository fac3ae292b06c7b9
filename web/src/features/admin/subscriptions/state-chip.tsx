import type { InvoiceState, SubscriptionState } from '@milepost/contract/subscription-kinds';
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconHourglass,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import chip from '../../../ui/chip.module.css';
import classes from './state-chip.module.css';

type State = SubscriptionState | InvoiceState;

const ICONS: Record<State, Icon> = {
  expired: IconAlertTriangle,
  due: IconClock,
  running: IconCheck,
  coming: IconHourglass,
  overdue: IconAlertTriangle,
  open: IconClock,
  paid: IconCheck,
  credited: IconReceiptRefund,
  cancelled: IconBan,
};

/** The state of a subscription or an invoice as one chip: shape, colour and word. */
export function StateChip({ state }: { state: State }) {
  const { t } = useTranslation();
  const StateIcon = ICONS[state];
  return (
    <span className={`${chip['chip']} ${classes['state']}`} data-state={state}>
      <StateIcon size={13} stroke={2} aria-hidden />
      {t(`subscriptions.state.${state}`)}
    </span>
  );
}
