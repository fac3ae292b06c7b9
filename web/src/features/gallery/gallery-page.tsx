import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconDownload, IconPhoto } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { MAX_ZIPPED } from '@milepost/contract/file-kinds';
import type { GalleryFilter } from '@milepost/contract/file-operations';
import { isRecordKind } from '@milepost/contract/record-kinds';
import { inBase } from '../../api/base-path.ts';
import { useCall } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { isDay } from '../../text/local-day.ts';
import { fileSize } from '../../ui/drop-zone/refusal.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { SAME_PAGE } from '../../ui/same-page.ts';
import { GalleryGrid } from './gallery-grid.tsx';
import { GalleryMap } from './gallery-map.tsx';
import { GalleryTools } from './gallery-tools.tsx';
import classes from './gallery.module.css';

/** All photos that the person may see, by day, or on the map. */
export default function GalleryPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  const view = params.get('view') === 'map' ? 'map' : 'days';
  const query = useCall('get-gallery-days', filter, { placeholderData: keepPreviousData });
  const limits = useCall('get-file-limits', {}).data;
  const { data } = query;
  const narrowed = Object.keys(filter).length > 0;

  function put(changes: Readonly<Record<string, string | null>>) {
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, SAME_PAGE);
  }
  const filterParams = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  const fits = data !== undefined && data.total > 0 && data.total <= MAX_ZIPPED.photos;
  return (
    <div className={classes['page']}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1} size={20}>
            {t('gallery.title')}
          </Title>
          {data && (
            <Text c="dimmed">{t('gallery.count', { count: data.total, number: formatNumber(data.total) })}</Text>
          )}
        </Group>
        <Group gap="xs">
          {limits && limits.usedBytes !== null && (
            <Text size="sm" c="dimmed">
              {t('gallery.use', { used: fileSize(limits.usedBytes), quota: fileSize(limits.quotaBytes) })}
            </Text>
          )}
          <Button
            component="a"
            href={inBase(`/files/gallery.zip?${filterParams}`)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            data-disabled={!fits || undefined}
            aria-disabled={!fits}
            title={t('gallery.zip-limit', { count: MAX_ZIPPED.photos, number: formatNumber(MAX_ZIPPED.photos) })}
            onClick={(event) => !fits && event.preventDefault()}
          >
            {t('gallery.zip')}
          </Button>
        </Group>
      </Group>
      <GalleryTools filter={filter} view={view} put={put} />
      <div className={classes['body']}>
        {query.error && !data && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {!data && !query.error && <Skeleton height={320} />}
        {data?.total === 0 ? (
          <div className={classes['empty']}>
            <EmptyNote
              icon={<IconPhoto size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
              title={t(narrowed ? 'table.no-match' : 'gallery.empty')}
              text={t(narrowed ? 'table.no-match-text' : 'gallery.empty-text')}
            >
              {narrowed && (
                <Button variant="default" onClick={() => setParams({}, SAME_PAGE)}>
                  {t('table.clear-filters')}
                </Button>
              )}
            </EmptyNote>
          </div>
        ) : (
          data &&
          (view === 'map' ? (
            <GalleryMap filter={filter} />
          ) : (
            <GalleryGrid key={text} filter={filter} days={data.rows} />
          ))
        )}
      </div>
    </div>
  );
}

/** Reads the filter of the photos from the address. */
function readFilter(params: URLSearchParams): GalleryFilter {
  const kind = params.get('kind') ?? '';
  const vehicle = Number(params.get('vehicle'));
  const [from, to] = [params.get('from'), params.get('to')];
  return {
    ...(Number.isInteger(vehicle) && vehicle > 0 && { vehicleId: vehicle }),
    ...(isRecordKind(kind) && { recordKind: kind }),
    ...(isDay(from) && { firstDay: from }),
    ...(isDay(to) && { lastDay: to }),
  };
}
