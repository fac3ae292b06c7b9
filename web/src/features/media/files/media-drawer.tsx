import { Button, Group, Stack, Text } from '@mantine/core';
import { downloadPath, filePath } from '../../../api/file-addresses.ts';
import type { LinkedFile } from '@milepost/contract/file-operations';
import { RECORD_KINDS, recordPath } from '@milepost/contract/record-kinds';
import { IconDownload, IconExternalLink, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import { useMay } from '../../../api/setup.ts';
import { formatDateTime } from '../../../text/format.ts';
import { fileSize } from '../../../ui/drop-zone/refusal.ts';
import { historyPath } from '../../../ui/history-path.ts';
import { FileForm } from './file-form.tsx';
import { momentOf } from './media-columns.tsx';
import classes from './media.module.css';

interface Props {
  row: LinkedFile | null;
  onClose: () => void;
}

/** The margin around the moment of a clip, to show what led to it. */
const AROUND_MS = 15 * 60_000;

/** One document or clip: its player, its record, and the vehicle's state at its moment. */
export function MediaDrawer({ row, onClose }: Props) {
  const { t } = useTranslation();
  // Retained during the closing animation.
  const [last, setLast] = useState(row);
  if (row !== null && row !== last) setLast(row);
  return (
    <Drawer
      opened={row !== null}
      onClose={onClose}
      position="right"
      size={560}
      title={last?.file.name}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      styles={{ title: { fontWeight: 650, fontSize: 17 } }}
    >
      {last && <Details key={last.id} row={last} />}
    </Drawer>
  );
}

function Details({ row }: { row: LinkedFile }) {
  const { t } = useTranslation();
  const { file, recordKind, recordId, recordName, vehicleId } = row;
  const mayEdit = useMay(RECORD_KINDS[recordKind].menu, 'edit');
  const mayReplay = useMay('history', 'view');
  const at = Date.parse(momentOf(row));
  const isClip = file.kind === 'video' || file.kind === 'audio';
  return (
    <Stack gap="md">
      {isClip && <Player row={row} />}
      <Text size="sm" c="dimmed">
        {[t(`files.kinds.${file.kind}`), fileSize(file.sizeBytes), formatDateTime(momentOf(row)), file.addedBy]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap="xs">
        <Button
          component="a"
          href={downloadPath(file.id)}
          download={file.name}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('media.download')}
        </Button>
        {isClip && vehicleId !== null && mayReplay && (
          <Button
            component={Link}
            to={historyPath(vehicleId, { from: at - AROUND_MS, to: at + AROUND_MS, at })}
            variant="default"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
          >
            {t('media.history')}
          </Button>
        )}
        <Button
          component={Link}
          to={`/${recordPath(recordKind, recordId)}`}
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {recordName}
        </Button>
      </Group>
      {mayEdit && <FileForm file={file} />}
    </Stack>
  );
}

function Player({ row: { file } }: { row: LinkedFile }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  if (failed) return <Text role="alert">{t('media.not-played')}</Text>;
  const shared = {
    src: filePath(file.id),
    controls: true,
    preload: 'metadata',
    onError: () => setFailed(true),
  } as const;
  return file.kind === 'video' ? (
    <video {...shared} className={classes['player']} aria-label={file.name} />
  ) : (
    <audio {...shared} className={classes['player']} aria-label={file.name} />
  );
}
