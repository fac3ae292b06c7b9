import type { VehicleStatus } from '@milepost/contract/vehicle-kinds';
import { type Icon, IconCheck, IconRoadOff, IconLogout2, IconHammer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import chip from '../../ui/chip.module.css';
import classes from './vehicle-status-chip.module.css';

const ICONS: Record<VehicleStatus, Icon> = {
  'in-service': IconCheck,
  workshop: IconHammer,
  'off-road': IconRoadOff,
  sold: IconLogout2,
};

/** The service status of a vehicle as one chip: shape, colour and word. */
export function ServiceStatusChip({ status }: { status: VehicleStatus }) {
  const { t } = useTranslation();
  const StatusIcon = ICONS[status];
  return (
    <span className={`${chip['chip']} ${classes['status']}`} data-status={status}>
      <StatusIcon size={13} stroke={2} aria-hidden />
      {t(`vehicle-record.statuses.${status}`)}
    </span>
  );
}
