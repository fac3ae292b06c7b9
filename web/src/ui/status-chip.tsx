import type { VehicleStatus } from '@milepost/contract/live-constants';
import { useTranslation } from 'react-i18next';
import { StatusIcon } from './status-icon.tsx';
import classes from './chip.module.css';

/** The status as one chip: shape, colour and word. */
export function StatusChip({ status }: { status: VehicleStatus }) {
  const { t } = useTranslation();
  return (
    <span
      className={classes['chip']}
      style={{ color: `var(--status-${status})`, background: `var(--status-${status}-soft)` }}
    >
      <StatusIcon status={status} size={11} />
      {t(`status.${status}`)}
    </span>
  );
}
