import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { countAlong } from '../../../ui/progress/count-along.tsx';
import { notifyError } from '../../../ui/toast/notify.ts';
import { FILE_KINDS, type FileKind } from '../files/file-kinds.ts';

interface Props {
  /** The geofences to write. */
  ids: readonly number[];
}

/** Writes the listed or chosen geofences to a file. */
export function FileMenu({ ids }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function write(kind: FileKind) {
    setBusy(true);
    try {
      const { exportFences } = await import('../files/export-fences.ts');
      const total = ids.length;
      await countAlong(t, (report) =>
        exportFences(kind, ids, (done) =>
          report({ text: t('export.fetched', { done: formatNumber(done), total: formatNumber(total) }), done, total }),
        ),
      );
    } catch (error) {
      notifyError(t, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={30} loading={busy} disabled={ids.length === 0} aria-label={t('geo-fence.export.open')}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('geo-fence.export.title', { count: ids.length })}</Menu.Label>
        {FILE_KINDS.map((kind) => (
          <Menu.Item key={kind} leftSection={<IconFileExport size={16} aria-hidden />} onClick={() => void write(kind)}>
            {t(`geo-fence.export.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
