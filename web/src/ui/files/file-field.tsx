import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import type { StoredFile } from '@milepost/contract/file-operations';
import { IconCamera, IconFile, IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { fileSize } from '../drop-zone/refusal.ts';
import { errorText } from '../error-text.ts';
import { Progress } from '../progress/progress.tsx';
import classes from './files.module.css';
import { type Upload, UploadList } from './upload-list.ts';

interface Props {
  label: string;
  /** Called with each file once the server has stored it; it belongs to no record yet. */
  onSent: (file: StoredFile) => void;
  /** Offers only pictures for choice; the server detects the type. */
  picturesOnly?: boolean;
}

/**
 * Accepts files that are dropped, chosen or taken with the camera of a phone, and uploads them immediately. A failed
 * upload shows the reason and can be retried.
 */
export function FileField({ label, onSent, picturesOnly = false }: Props) {
  const { t } = useTranslation();
  const camera = useRef<HTMLInputElement>(null);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const sent = useEffectEvent(onSent);
  const list = useRef<UploadList>(null);
  useEffect(() => {
    const made = new UploadList({ onSent: (file) => sent(file), onChange: setUploads });
    list.current = made;
    return () => made.stop();
  }, []);
  const limits = useCall('get-file-limits', {}).data;
  return (
    <div className={classes['field']}>
      <Dropzone
        aria-label={label}
        {...(picturesOnly && { accept: ['image/*'] })}
        onDrop={(files) => list.current?.add(files)}
        inputProps={{ 'aria-label': label }}
        className={classes['target'] ?? ''}
      >
        <IconUpload size={28} stroke={1.4} aria-hidden />
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {limits && t('files.most', { size: fileSize(limits.mostBytes) })}
        </Text>
      </Dropzone>
      <div className={classes['camera']}>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconCamera size={18} aria-hidden />}
          onClick={() => camera.current?.click()}
        >
          {t('files.take-photo')}
        </Button>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          onChange={({ currentTarget }) => {
            list.current?.add([...(currentTarget.files ?? [])]);
            // So that choosing the same photo again fires a change event too.
            currentTarget.value = '';
          }}
        />
      </div>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => list.current?.retry(upload.key)}
          onDrop={() => list.current?.drop(upload.key)}
        />
      ))}
    </div>
  );
}

interface RowProps {
  upload: Upload;
  onRetry: () => void;
  onDrop: () => void;
}

/** The row of one upload. */
function UploadRow({ upload: { file, part, state, error }, onRetry, onDrop }: RowProps) {
  const { t } = useTranslation();
  const percent = Math.round(part * 100);
  return (
    <div className={classes['upload']} data-failed={state === 'failed' || undefined}>
      <IconFile size={18} stroke={1.6} aria-hidden />
      <div>
        <Group gap={8} justify="space-between" wrap="nowrap">
          <Text size="sm" truncate>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed" className={classes['size'] ?? ''}>
            {state === 'sending'
              ? t('files.sent-of', { percent: formatNumber(percent), size: fileSize(file.size) })
              : fileSize(file.size)}
          </Text>
        </Group>
        {state === 'failed' ? (
          <Text size="sm" role="alert" className={classes['error'] ?? ''}>
            {errorText(t, error)}
          </Text>
        ) : (
          <Progress
            value={percent}
            size={6}
            animated={percent === 100}
            label={t('files.progress-of', { name: file.name })}
          />
        )}
      </div>
      {state === 'failed' && (
        <ActionIcon size={28} aria-label={t('files.retry', { name: file.name })} onClick={onRetry}>
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon size={28} aria-label={t('files.drop', { name: file.name })} onClick={onDrop}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
