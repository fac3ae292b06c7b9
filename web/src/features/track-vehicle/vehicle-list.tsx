import { useVirtualizer } from '@tanstack/react-virtual';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { view as liveView } from '../../live/live-client.ts';
import type { FleetList, ListRow } from './fleet-list.ts';
import classes from './list-panel.module.css';
import { VehicleRow } from './vehicle-row.tsx';

const VEHICLE_PX = 54;
const GROUP_PX = 30;
const WATCH_NAME = 'rows';

interface Props {
  list: FleetList;
  selectedId: number | null;
  cursorId: number | null;
  onSelect(id: number): void;
  onToggleGroup(groupId: number): void;
}

const keyOf = (row: ListRow) => (row.kind === 'vehicle' ? row.id : `group-${row.groupId}`);

/** The vehicles in a virtual list: only visible rows exist. They are reported to the server as watched. */
export function VehicleList({ list, selectedId, cursorId, onSelect, onToggleGroup }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = list;
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? GROUP_PX : VEHICLE_PX),
    getItemKey: (index) => {
      const row = rows[index];
      return row ? keyOf(row) : index;
    },
    overscan: 6,
  });
  const items = virtual.getVirtualItems();

  const seen = items.flatMap(({ index }) => {
    const row = rows[index];
    return row?.kind === 'vehicle' ? [row.id] : [];
  });
  const seenKey = seen.join(' ');
  useEffect(() => {
    liveView.setWatch(WATCH_NAME, seenKey ? seenKey.split(' ').map(Number) : []);
  }, [seenKey]);
  useEffect(() => () => liveView.setWatch(WATCH_NAME, []), []);

  const wanted = cursorId ?? selectedId;
  // Only a new target scrolls; a list that scrolls by itself would disturb the person.
  const scrollTo = useEffectEvent((id: number | null) => {
    const index = rows.findIndex((row) => row.kind === 'vehicle' && row.id === id);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  });
  useEffect(() => scrollTo(wanted), [wanted]);

  return (
    <div ref={scroller} className={classes.scroller} data-testid="vehicle-list">
      <div
        className={classes.canvas}
        style={{ height: virtual.getTotalSize() }}
        role="list"
        aria-label={t('track-vehicle.list')}
      >
        {items.map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={item.key}
                role="listitem"
                className={classes.item}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                {row.kind === 'vehicle' ? (
                  <VehicleRow
                    id={row.id}
                    selected={row.id === selectedId}
                    cursor={row.id === cursorId}
                    onSelect={onSelect}
                  />
                ) : (
                  <GroupHeader row={row} onToggle={onToggleGroup} />
                )}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function GroupHeader({ row, onToggle }: { row: ListRow & { kind: 'group' }; onToggle(groupId: number): void }) {
  const { t } = useTranslation();
  const Chevron = row.collapsed ? IconChevronRight : IconChevronDown;
  return (
    <button
      type="button"
      className={classes.group}
      aria-expanded={!row.collapsed}
      data-testid={`group-${row.groupId}`}
      onClick={() => onToggle(row.groupId)}
    >
      <Chevron size={14} aria-hidden />
      <span className={classes.groupName}>{row.name ?? t('track-vehicle.no-group')}</span>
      <span>{t('track-vehicle.moving', { moving: row.moving, total: row.total })}</span>
    </button>
  );
}
