import type { FenceCount, MapFence } from '@milepost/contract/fence-operations';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import { FenceRow } from './fence-row.tsx';
import classes from './list.module.css';

const ROW_PX = 52;

interface Props {
  fences: readonly MapFence[];
  inside: ReadonlyMap<number, FenceCount>;
  selectedId: number | null;
  hoveredId: number | null;
  chosen: ReadonlySet<number>;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
  onChoose: ((id: number, on: boolean) => void) | undefined;
}

/** The geofences in a virtual list: only visible rows exist. */
export function FenceRows({ fences, inside, selectedId, hoveredId, chosen, onSelect, onHover, onChoose }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  useRowKeys(scroller, 'button');
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: fences.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => fences[index]?.id ?? index,
    overscan: 8,
  });
  const scrollTo = useEffectEvent((id: number | null) => {
    const index = fences.findIndex((fence) => fence.id === id);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  });
  useEffect(() => scrollTo(selectedId), [selectedId]);

  return (
    <div ref={scroller} className={classes['scroller']} data-testid="fence-list">
      <div
        role="list"
        aria-label={t('geo-fence.list')}
        className={classes['canvas']}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((item) => {
          const fence = fences[item.index];
          return (
            fence && (
              <div
                key={item.key}
                role="listitem"
                className={classes['item']}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                <FenceRow
                  fence={fence}
                  inside={inside.get(fence.id)}
                  selected={fence.id === selectedId}
                  hovered={fence.id === hoveredId}
                  chosen={chosen.has(fence.id)}
                  onSelect={onSelect}
                  onHover={onHover}
                  onChoose={onChoose}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
