import type { VehicleStatus } from '@milepost/contract/live-constants';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { AlarmSign } from '../../ui/alarm-mark/alarm-mark.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import type { FleetList } from './fleet-list.ts';
import classes from './status-filter.module.css';

const SHOWN: readonly VehicleStatus[] = ['running', 'idle', 'stopped', 'silent', 'inactive', 'never', 'expired'];
/** Statuses whose chips are shown only if such vehicles exist, for lack of room. */
const RARE: ReadonlySet<VehicleStatus> = new Set(['silent', 'expired']);

interface Props {
  list: FleetList;
  status: VehicleStatus | null;
  onStatus(status: VehicleStatus | null): void;
  /** True if only vehicles with a critical alarm are shown. */
  alarmed: boolean;
  onAlarmed(alarmed: boolean): void;
}

/** Chips that count the vehicles of each status and filter by it. A second click shows all again. */
export function StatusFilter({ list, status, onStatus, alarmed, onAlarmed }: Props) {
  const { t } = useTranslation();
  const shown = SHOWN.filter((each) => !RARE.has(each) || list.counts[each] > 0 || each === status);
  const showsAlarmed = list.alarmed > 0 || alarmed;
  return (
    <div
      className={classes.chips}
      data-many={shown.length + Number(showsAlarmed) > 5 || undefined}
      role="group"
      aria-label={t('track-vehicle.filter-status')}
    >
      <Chip
        label={t('track-vehicle.all')}
        count={list.total}
        pressed={status === null && !alarmed}
        onClick={() => onStatus(null)}
        id="all"
      />
      {showsAlarmed && (
        <Chip
          id="alarmed"
          label={t('track-vehicle.alarmed')}
          hint={t('track-vehicle.alarmed-hint')}
          count={list.alarmed}
          icon={<AlarmSign size={11} />}
          pressed={alarmed}
          onClick={() => onAlarmed(!alarmed)}
        />
      )}
      {shown.map((each) => (
        <Chip
          key={each}
          id={each}
          label={t(`track-vehicle.short-status.${each}`)}
          count={list.counts[each]}
          icon={<StatusIcon status={each} size={10} />}
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
  icon?: ReactNode;
  hint?: string;
  pressed: boolean;
  onClick(): void;
}

function Chip({ id, label, count, icon, hint, pressed, onClick }: ChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={pressed}
      data-zero={count === 0 || undefined}
      data-testid={`status-chip-${id}`}
      title={hint}
      onClick={onClick}
    >
      <span className={classes.count}>
        {icon}
        <span data-testid={`status-count-${id}`}>
          {count < 10_000 ? formatNumber(count) : `${Math.floor(count / 1000)}k`}
        </span>
      </span>
      <span className={classes.label}>{label}</span>
    </button>
  );
}
