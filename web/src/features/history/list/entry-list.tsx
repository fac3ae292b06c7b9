import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import type { Entry } from '../entries.ts';
import classes from './entry-list.module.css';
import { AlarmRow, StopRow, TowRow, TripRow } from './entry-rows.tsx';
import { TripDetails } from './trip-details.tsx';

interface Props {
  vehicleId: number | null;
  entries: readonly Entry[];
  /** The entry that a person chose, and the one at the playback's moment. */
  chosen: string | null;
  current: string | null;
  onHover: (key: string | null) => void;
  onChoose: (entry: Entry) => void;
  onSeek: (ms: number) => void;
}

/** The trips, stops, tows and alarms of the range. */
export function EntryList({ vehicleId, entries, chosen, current, onHover, onChoose, onSeek }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  useRowKeys(list, 'li > button');
  useEffect(() => {
    if (chosen !== null) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  // The list follows the playback if it has its own scroll area; on a phone the whole page would scroll away from the
  // map.
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[data-current]');
    const box = list.current?.closest<HTMLElement>('[data-follows]');
    if (current === null || !row || !box || box.scrollHeight <= box.clientHeight) return;
    const above = row.getBoundingClientRect().top - box.getBoundingClientRect().top;
    const below = above + row.offsetHeight - box.clientHeight;
    if (above < 0 || below > 0) box.scrollTop += above < 0 ? above : below;
  }, [current]);
  return (
    <ol
      ref={list}
      className={classes['list']}
      aria-label={t('history.list.label')}
      onPointerLeave={() => onHover(null)}
    >
      {entries.map((entry) => (
        <Row
          key={entry.key}
          vehicleId={vehicleId}
          entry={entry}
          isChosen={entry.key === chosen}
          isCurrent={entry.key === current}
          onHover={onHover}
          onChoose={onChoose}
          onSeek={onSeek}
        />
      ))}
    </ol>
  );
}

interface RowProps extends Pick<Props, 'vehicleId' | 'onHover' | 'onChoose' | 'onSeek'> {
  entry: Entry;
  isChosen: boolean;
  isCurrent: boolean;
}

const Row = memo(function EntryRow({ vehicleId, entry, isChosen, isCurrent, onHover, onChoose, onSeek }: RowProps) {
  return (
    <li
      className={classes['entry']}
      data-kind={entry.kind}
      data-chosen={isChosen || undefined}
      data-current={isCurrent || undefined}
    >
      <button
        type="button"
        className={classes['row']}
        aria-expanded={entry.kind === 'trip' ? isChosen : undefined}
        aria-current={isCurrent ? 'time' : undefined}
        onPointerEnter={() => onHover(entry.key)}
        onFocus={() => onHover(entry.key)}
        onBlur={() => onHover(null)}
        onClick={() => onChoose(entry)}
      >
        {entry.kind === 'trip' && <TripRow trip={entry.trip} edge={entry.edge} />}
        {entry.kind === 'stop' && <StopRow stop={entry.stop} number={entry.number} edge={entry.edge} />}
        {entry.kind === 'tow' && <TowRow tow={entry.tow} edge={entry.edge} />}
        {entry.kind === 'alarm' && <AlarmRow alarm={entry.alarm} />}
      </button>
      {entry.kind === 'trip' && isChosen && vehicleId !== null && (
        <TripDetails vehicleId={vehicleId} trip={entry.trip} onSeek={onSeek} />
      )}
    </li>
  );
});
