import { Skeleton } from '@mantine/core';
import { useDebouncedValue, useElementSize, useMergedRef } from '@mantine/hooks';
import { thumbPath } from '../../api/file-addresses.ts';
import type { GalleryFilter, LinkedFile } from '@milepost/contract/file-operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatClock, formatDate, formatNumber } from '../../text/format.ts';
import { chunksOf, galleryRows } from './gallery-layout.ts';
import { GalleryLightBox } from './gallery-light-box.tsx';
import classes from './gallery.module.css';
import { usePhotos } from './use-photos.ts';

interface Props {
  filter: GalleryFilter;
  days: readonly { day: string; count: number }[];
}

const DAY_PX = 40;
const TILE_PX = 148;
const GAP_PX = 8;
/** While somebody scrolls far, the photos that only pass by are not fetched. */
const PAUSE_MS = 120;

/** Photos by day. Only the visible ones exist, and are fetched in chunks of a hundred. */
export function GalleryGrid({ filter, days }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(scroller, sized);
  const [opened, setOpened] = useState<number | null>(null);
  const columns = Math.max(2, Math.floor((width + GAP_PX) / (TILE_PX + GAP_PX)));
  const tile = (width - GAP_PX * (columns - 1)) / columns;
  const rowPx = Math.round(tile * 0.75) + 30 + GAP_PX;
  const rows = useMemo(() => galleryRows(days, columns), [days, columns]);
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ('day' in (rows[index] ?? {}) ? DAY_PX : rowPx),
    overscan: 3,
  });
  useEffect(() => virtual.measure(), [rows, rowPx, virtual]);
  const items = virtual.getVirtualItems();
  const wanted = chunksOf(items.flatMap(({ index }) => rows[index] ?? [])).join();
  const [settled] = useDebouncedValue(wanted, PAUSE_MS, { leading: true });
  const photos = usePhotos(filter, settled);
  return (
    <div ref={ref} className={classes['scroller']} data-testid="gallery">
      <div style={{ height: virtual.getTotalSize() }} className={classes['canvas']}>
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const style = { height: item.size, transform: `translateY(${item.start}px)` };
          return 'day' in row ? (
            <h2 key={item.key} className={classes['day']} style={style}>
              {formatDate(row.day)}
              <span>{t('gallery.count', { count: row.count, number: formatNumber(row.count) })}</span>
            </h2>
          ) : (
            <div
              key={item.key}
              className={classes['row']}
              style={{ ...style, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {Array.from({ length: row.count }, (_, at) => (
                <Tile key={at} place={row.first + at} photo={photos.get(row.first + at)} onOpen={setOpened} />
              ))}
            </div>
          );
        })}
      </div>
      <GalleryLightBox filter={filter} opened={opened} onOpened={setOpened} />
    </div>
  );
}

interface TileProps {
  photo: LinkedFile | undefined;
  /** The index in the gallery. */
  place: number;
  onOpen: (place: number) => void;
}

/** Rendered again only if its photo changes: scrolling moves rows without changing them. */
const Tile = memo(function Tile({ photo, place, onOpen }: TileProps) {
  const { t } = useTranslation();
  if (!photo) return <Skeleton className={classes['tile'] ?? ''} />;
  const { file, recordKind, recordId, recordName, registration } = photo;
  return (
    <figure className={classes['tile']}>
      <button type="button" aria-label={t('light-box.open', { name: file.name })} onClick={() => onOpen(place)}>
        <img src={thumbPath(file.id)} alt="" decoding="async" />
      </button>
      <figcaption>
        <Link to={`/${recordPath(recordKind, recordId)}`}>{registration ?? recordName}</Link>
        <span>{formatClock(file.takenAt ?? file.addedAt)}</span>
      </figcaption>
    </figure>
  );
});
