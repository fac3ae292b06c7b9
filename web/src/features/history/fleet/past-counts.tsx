import type { PastVehicle } from '@milepost/contract/history-operations';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import classes from './fleet-past-page.module.css';

const COUNTED = ['running', 'idle', 'stopped', 'silent', 'inactive'] as const;
/** `unplaced`: never reported before. */
export type CountedStatus = PastVehicle['status'] | 'unplaced';

interface Props {
  vehicles: readonly PastVehicle[];
  status: CountedStatus | null;
  onStatus: (status: CountedStatus | null) => void;
}

/** The number of vehicles of each status; a click shows only these, a second click shows all. */
export function PastCounts({ vehicles, status, onStatus }: Props) {
  const { t } = useTranslation();
  const count = (of: CountedStatus) =>
    vehicles.filter((each) => (of === 'unplaced' ? !each.fix : each.fix && each.status === of)).length;
  return (
    <div className={classes['counts']} role="group" aria-label={t('history.fleet.counts')}>
      {[...COUNTED, 'unplaced' as const].map((each) => (
        <button
          key={each}
          type="button"
          className={classes['count']}
          aria-pressed={status === each}
          onClick={() => onStatus(status === each ? null : each)}
        >
          <StatusIcon status={each === 'unplaced' ? 'never' : each} size={12} />
          <strong>{formatNumber(count(each))}</strong>
          <span>{each === 'unplaced' ? t('history.fleet.unplaced') : t(`status.${each}`)}</span>
        </button>
      ))}
    </div>
  );
}
