import { ActionIcon, Skeleton } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import type { Entry } from './entries.ts';
import { ExportMenu } from './export/export-menu.tsx';
import classes from './history-panel.module.css';
import type { HistoryView } from './history-view.ts';
import { EntryList } from './list/entry-list.tsx';
import { SumLine } from './list/sum-line.tsx';
import { RangeBar } from './range-bar.tsx';

interface Props {
  view: HistoryView;
  onView: (part: Partial<HistoryView>) => void;
  read: CallOutput<'get-track'> | undefined;
  /** Of the part in view, where that came finer. */
  viewToleranceM: number | null;
  facts: CallOutput<'get-vehicle-facts'> | undefined;
  loading: boolean;
  error: Error | null;
  onRetry: () => void;
  entries: readonly Entry[];
  chosen: string | null;
  current: string | null;
  onHover: (key: string | null) => void;
  onChoose: (entry: Entry) => void;
  onSeek: (ms: number) => void;
}

/** Beside the map: which vehicle and days, sums, and what it did. */
export function HistoryPanel({ view, onView, read, viewToleranceM, facts, loading, error, onRetry, ...list }: Props) {
  const { t } = useTranslation();
  const { vehicleId, from, to } = view;
  const own = useCall('get-history-vehicle-list', { vehicleId: vehicleId ?? 1 }, { enabled: vehicleId !== null });
  const registration = own.data?.rows[0]?.registration;
  return (
    <aside className={classes['panel']} aria-label={t('history.panel')}>
      <header className={classes['head']}>
        <h1>{t('history.title')}</h1>
        <Tooltip text={t('history.fleet.open')}>
          <ActionIcon component={Link} to="/history/fleet" aria-label={t('history.fleet.open')}>
            <IconHistoryToggle size={20} />
          </ActionIcon>
        </Tooltip>
        {vehicleId !== null && registration !== undefined && read !== undefined && read.fixes > 0 && (
          <ExportMenu
            key={`${vehicleId} ${from} ${to}`}
            vehicleId={vehicleId}
            registration={registration}
            from={from}
            to={to}
          />
        )}
      </header>
      <div className={classes['choice']}>
        <RangeBar
          vehicleId={vehicleId}
          range={[from, to]}
          onVehicle={(id) => onView({ vehicleId: id })}
          onRange={([start, end]) => onView({ from: start, to: end })}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={onRetry} radius={0} />}
      <div className={classes['happened']}>
        {facts && read !== undefined && read.fixes > 0 && (
          <SumLine facts={facts} read={read} viewToleranceM={viewToleranceM} />
        )}
        <div className={classes['entries']} data-follows>
          {loading && <Skeleton height={240} m={16} width="auto" />}
          <EntryList vehicleId={vehicleId} {...list} />
        </div>
      </div>
    </aside>
  );
}
