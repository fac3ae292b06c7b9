import type { VehicleObstacle } from '@milepost/contract/availability-routes';
import { recordPath } from '@milepost/contract/record-kinds';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { formatNumber, formatDateTime } from '../../text/format.ts';
import { ObstacleChip } from '../../ui/availability/obstacle-chip.tsx';
import classes from './vehicle-page.module.css';

/** A note that a vehicle is out of service now, since when, and the work order behind it. */
export function OutOfService({ obstacle: { kind, from, workOrderId, number } }: { obstacle: VehicleObstacle }) {
  const { t } = useTranslation();
  const mayView = useMay('maintenance', 'view');
  const order = number === null ? null : t('availability.order', { number: formatNumber(number) });
  return (
    <>
      <ObstacleChip kind={kind} />
      {from !== null && (
        <span className={classes['dim']}>{t('availability.out-since', { time: formatDateTime(from) })}</span>
      )}
      {order !== null &&
        (mayView && workOrderId !== null ? (
          <Link to={`/${recordPath('work-order', workOrderId)}`}>{order}</Link>
        ) : (
          <span className={classes['dim']}>{order}</span>
        ))}
    </>
  );
}
