import type { VehicleStatus } from '@milepost/contract/live-constants';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { StatusIcon } from '../../ui/status-icon.tsx';
import type { FleetList } from './fleet-list.ts';
import classes from './status-filter.module.css';

const SHOWN: readonly VehicleStatus[] = ['running', 'idle', 'stopped', 'silent', 'inactive', 'never', 'expired'];
/** Shown where there are any: there is no room for more. */
const RARE: ReadonlySet<VehicleStatus> = new Set(['silent', 'expired']);

interface Props {
  list: FleetList;
  status: VehicleStatus | null;
  onStatus(status: VehicleStatus | null): void;
}

/** Chips that count the vehicles of each status and filter by it. A second press shows all again. */
export function StatusFilter({ list, status, onStatus }: Props) {
  const { t } = useTranslation();
  const shown = SHOWN.filter((each) => !RARE.has(each) || list.counts[each] > 0 || each === status);
  return (
    <div
      className={classes.chips}
      data-many={shown.length > 5 || undefined}
      role="group"
      aria-label={t('track-vehicle.filter-status')}
    >
      <Chip
        label={t('track-vehicle.all')}
        count={list.total}
        pressed={status === null}
        onClick={() => onStatus(null)}
        id="all"
      />
      {shown.map((each) => (
        <Chip
          key={each}
          id={each}
          label={t(`track-vehicle.short-status.${each}`)}
          count={list.counts[each]}
          status={each}
          pressed={status === each}
          onClick={() => onStatus(status === each ? null : each)}
        />
      ))}
    </div>
  );
}

interface ChipProps {
  id: string;
  label: string;
  count: number;
  status?: VehicleStatus;
  pressed: boolean;
  onClick(): void;
}

function Chip({ id, label, count, status, pressed, onClick }: ChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={pressed}
      data-zero={count === 0 || undefined}
      data-testid={`status-chip-${id}`}
      onClick={onClick}
    >
      <span className={classes.count}>
        {status && <StatusIcon status={status} size={10} />}
        <span data-testid={`status-count-${id}`}>
          {count < 10_000 ? formatNumber(count) : `${Math.floor(count / 1000)}k`}
        </span>
      </span>
      <span className={classes.label}>{label}</span>
    </button>
  );
}
