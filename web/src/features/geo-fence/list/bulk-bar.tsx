import { Button } from '@mantine/core';
import { IconEdit, IconTag, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { deleteWithUndo } from '../../../ui/form/delete-with-undo.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { refreshFenceLists } from '../use-fences.ts';
import classes from './list.module.css';

const FenceBulk = lazyPart(() => import('./fence-bulk.tsx'));
const TagDialog = lazyPart(async () => ({ default: (await import('./tag-dialog.tsx')).TagDialog }));

interface Props {
  ids: readonly number[];
  /** The existing tags, as suggestions. */
  tags: readonly string[];
  onClear: () => void;
}

/** The actions for the chosen geofences. */
export function BulkBar({ ids, tags, onClear }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('geo-fence', 'edit');
  const mayDelete = useMay('geo-fence', 'delete');
  const many = [...ids];
  const [changing, setChanging] = useState(false);
  const [tagging, setTagging] = useState(false);

  const remove = () =>
    deleteWithUndo(t, {
      name: t('geo-fence.many', { count: ids.length }),
      consequence: t('geo-fence.delete-text'),
      remove: () => call('delete-fences', { ids: many }),
      restore: () => call('restore-fences', { ids: many }),
      onChanged: refreshFenceLists,
      onRemoved: onClear,
    });
  return (
    <div className={classes['bulk']} role="group" aria-label={t('geo-fence.chosen', { count: ids.length })}>
      <span>{t('geo-fence.chosen', { count: ids.length })}</span>
      {mayEdit && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconEdit size={14} aria-hidden />}
          onClick={() => setChanging(true)}
        >
          {t('choosing.change')}
        </Button>
      )}
      {mayEdit && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTag size={14} aria-hidden />}
          onClick={() => setTagging(true)}
        >
          {t('geo-fence.tag')}
        </Button>
      )}
      {mayDelete && (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={remove}
        >
          {t('form.delete')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('geo-fence.choose-none')}
      </Button>
      {changing && (
        <Suspense>
          <FenceBulk ids={many} onClose={() => setChanging(false)} />
        </Suspense>
      )}
      {tagging && (
        <Suspense>
          <TagDialog ids={many} tags={tags} onClose={() => setTagging(false)} />
        </Suspense>
      )}
    </div>
  );
}
