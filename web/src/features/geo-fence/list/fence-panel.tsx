import type { FenceKind } from '@milepost/contract/fence-shape-types';
import { Button, Skeleton } from '@mantine/core';
import { IconPolygon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { formatNumber } from '../../../text/format.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { SearchBox } from '../../../ui/data-table/search-box.tsx';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { ImportDialog } from '../files/import-dialog.tsx';
import type { FenceView } from '../use-fence-view.ts';
import type { useFences } from '../use-fences.ts';
import { AddMenu } from './add-menu.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FenceRows } from './fence-rows.tsx';
import { FileMenu } from './file-menu.tsx';
import classes from './list.module.css';

interface Props {
  view: FenceView;
  fences: ReturnType<typeof useFences>;
  hoveredId: number | null;
  onFilter: (change: { search?: string; tags?: readonly string[] }) => void;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
  onCreate: (kind: FenceKind) => void;
  /** Called after an import: shows the added geofences. */
  onImported: () => void;
}

/** Search, tags and the list, with buttons for a new geofence, files, and bulk actions. */
export function FencePanel({ view, fences, hoveredId, onFilter, onSelect, onHover, onCreate, onImported }: Props) {
  const { t } = useTranslation();
  const mayCreate = useMay('geo-fence', 'create');
  const mayEdit = useMay('geo-fence', 'edit');
  const mayDelete = useMay('geo-fence', 'delete');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [importing, setImporting] = useState(false);
  const { query, all, shown, tags, inside } = fences;
  const filtered = view.search !== '' || view.tags.length > 0;
  // Chosen geofences that are no longer listed are excluded.
  const meant = shown.filter(({ id }) => chosen.has(id)).map(({ id }) => id);

  const choose = (id: number, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const toggleTag = (tag: string) =>
    onFilter({ tags: view.tags.includes(tag) ? view.tags.filter((one) => one !== tag) : [...view.tags, tag] });

  return (
    <div className={classes['panel']}>
      <div className={classes['head']}>
        <div className={classes['title']}>
          <h1>
            {t('geo-fence.title')}{' '}
            {query.isSuccess && (
              <span className={classes['count']} data-testid="fence-count">
                {filtered
                  ? t('geo-fence.of', { shown: formatNumber(shown.length), all: formatNumber(all.length) })
                  : formatNumber(all.length)}
              </span>
            )}
          </h1>
          {mayCreate && <AddMenu onCreate={onCreate} onImport={() => setImporting(true)} />}
          <FileMenu ids={meant.length > 0 ? meant : shown.map(({ id }) => id)} />
        </div>
        <CutNote shown={query.data?.rows.length} total={query.data?.total} />
        <SearchBox label={t('geo-fence.search')} value={view.search} onChange={(search) => onFilter({ search })} />
        {tags.length > 0 && (
          <div className={classes['tags']} role="group" aria-label={t('geo-fence.tags')}>
            {tags.slice(0, 40).map(({ tag, count }) => (
              <button
                key={tag}
                type="button"
                className={classes['tag']}
                aria-pressed={view.tags.includes(tag)}
                onClick={() => toggleTag(tag)}
              >
                <bdi>{tag}</bdi> {formatNumber(count)}
              </button>
            ))}
          </div>
        )}
      </div>
      {query.error && all.length === 0 ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} radius={0} />
      ) : query.isPending ? (
        <div className={classes['empty']} role="status" aria-label={t('app.please-wait')}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={32} mb={16} />
          ))}
        </div>
      ) : shown.length === 0 ? (
        <div className={classes['empty']}>
          {filtered ? (
            <EmptyNote title={t('geo-fence.nothing')} text={t('geo-fence.nothing-text')}>
              <Button variant="default" onClick={() => onFilter({ search: '', tags: [] })}>
                {t('geo-fence.clear-filter')}
              </Button>
            </EmptyNote>
          ) : (
            <EmptyNote
              icon={<IconPolygon size={36} stroke={1.4} color="var(--text-dim)" aria-hidden />}
              title={t('geo-fence.empty')}
              text={t(mayCreate ? 'geo-fence.empty-text' : 'geo-fence.empty-view')}
            />
          )}
        </div>
      ) : (
        <FenceRows
          fences={shown}
          inside={inside}
          selectedId={view.id}
          hoveredId={hoveredId}
          chosen={chosen}
          onSelect={onSelect}
          onHover={onHover}
          onChoose={mayEdit || mayDelete ? choose : undefined}
        />
      )}
      {meant.length > 0 && (
        <BulkBar ids={meant} tags={tags.map(({ tag }) => tag)} onClear={() => setChosen(new Set())} />
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} onImported={onImported} />}
    </div>
  );
}
