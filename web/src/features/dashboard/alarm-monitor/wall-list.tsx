import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../../live/use-live.ts';
import classes from './alarm-monitor.module.css';
import { WallRow } from './wall-row.tsx';

const ROW_PX = 68;

interface Props {
  rows: readonly AlarmRow[];
  selectedId: number | null;
  mayEdit: boolean;
  onSelect: (id: number) => void;
  onAcknowledge: (alarm: AlarmRow) => void;
}

/** The alarms in a virtual list: only visible rows exist. */
export function WallList({ rows, selectedId, mayEdit, onSelect, onAcknowledge }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const now = useServerNow(1000);
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 4,
  });
  // Only a new choice scrolls; a list that scrolls by itself would disturb the person.
  const scrollTo = useEffectEvent((id: number | null) => {
    const index = rows.findIndex((row) => row.id === id);
    if (index < 0) return;
    virtual.scrollToIndex(index, { align: 'auto' });
    // When the person moves by keys, the focus follows, unless it was set elsewhere on purpose.
    const list = scroller.current;
    const { activeElement } = document;
    if (activeElement !== document.body && !list?.contains(activeElement)) return;
    requestAnimationFrame(() => {
      list?.querySelector<HTMLElement>(`[data-alarm="${id}"]`)?.focus({ preventScroll: true });
    });
  });
  const reachable = rows.some(({ id }) => id === selectedId) ? selectedId : (rows[0]?.id ?? null);
  useEffect(() => scrollTo(selectedId), [selectedId]);
  return (
    <div ref={scroller} className={classes['scroller']} data-testid="wall-list">
      <div
        role="list"
        aria-label={t('alarms.wall.list')}
        className={classes['canvas']}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((item) => {
          const alarm = rows[item.index];
          return (
            alarm && (
              <div
                key={item.key}
                role="listitem"
                aria-posinset={item.index + 1}
                aria-setsize={rows.length}
                className={classes['item']}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                <WallRow
                  alarm={alarm}
                  now={now}
                  selected={alarm.id === selectedId}
                  reachable={alarm.id === reachable}
                  mayEdit={mayEdit}
                  onSelect={onSelect}
                  onAcknowledge={onAcknowledge}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
