import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore } from '../../live/live-client.ts';
import { statusAt } from '../../live/vehicle-state.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { VehicleMarks } from '../../ui/alarm-mark/vehicle-marks.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import classes from './map-pane.module.css';

interface Props {
  ids: readonly number[];
  onPick(id: number): void;
  onClose(): void;
}

/** Vehicles in one spot, such as a depot, which no zoom separates. */
export default function Crowd({ ids, onPick, onClose }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, 'button');
  // The list has opened over the map and takes the focus.
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <section className={classes.crowd} aria-label={t('map.crowd')} data-testid="map-crowd">
      <header className={classes.crowdHead}>
        {t('map.crowd-count', { count: ids.length })}
        <CloseButton size="sm" onClick={onClose} aria-label={t('track-vehicle.close')} />
      </header>
      <div ref={list} className={classes.crowdList}>
        {ids.map((id) => {
          const vehicle = liveStore.vehicles.get(id);
          return (
            vehicle && (
              <button key={id} type="button" className={classes.crowdItem} onClick={() => onPick(id)}>
                <StatusIcon status={statusAt(liveStore.table, liveStore.table.slotOf.get(id) ?? -1)} size={12} />
                <b>{vehicle.registration}</b>
                <VehicleMarks vehicle={vehicle} />
                <span>{vehicle.driverName}</span>
              </button>
            )
          );
        })}
      </div>
    </section>
  );
}
