import type { WorkOrderState } from '@milepost/contract/maintenance-kinds';
import { type Icon, IconCheck, IconClock, IconTool, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import chip from '../chip.module.css';
import classes from './order-state.module.css';

const ICONS: Record<WorkOrderState, Icon> = {
  open: IconClock,
  inProgress: IconTool,
  done: IconCheck,
  cancelled: IconX,
};

/** The state of a work order as one chip: shape, colour and word. */
export function OrderStateChip({ state }: { state: WorkOrderState }) {
  const { t } = useTranslation();
  const StateIcon = ICONS[state];
  return (
    <span className={`${chip['chip']} ${classes['state']}`} data-state={state}>
      <StateIcon size={13} stroke={2} aria-hidden />
      {t(`maintenance.order.state.${state}`)}
    </span>
  );
}
