import { ActionIcon, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './drop-zone.module.css';
import { fileSize, refusalOf } from './refusal.ts';

interface Props {
  label: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** MIME types; every file is accepted by default. */
  accept?: string[];
  /** The largest file size, in bytes. */
  maxBytes?: number;
  maxFiles?: number;
  disabled?: boolean;
}

/** Accepts files that are dropped or chosen, lists them, and explains why one was rejected. */
export function DropZone({ label, files, onChange, accept, maxBytes = 10_000_000, maxFiles = 5, disabled }: Props) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<string[]>([]);
  return (
    <div className={classes.zone}>
      <Dropzone
        aria-label={label}
        accept={accept}
        maxSize={maxBytes}
        maxFiles={maxFiles}
        disabled={disabled === true || files.length >= maxFiles}
        // Called first, whether files are accepted or not.
        onDropAny={() => setRefused([])}
        onDrop={(dropped) => onChange([...files, ...dropped].slice(0, maxFiles))}
        onReject={(rejections) =>
          setRefused(
            rejections.map(({ file, errors }) =>
              t(`forms.drop.${refusalOf(errors.map(({ code }) => code))}`, {
                name: file.name,
                size: fileSize(maxBytes),
                count: maxFiles,
              }),
            ),
          )
        }
        inputProps={{ 'aria-label': label }}
        className={classes.target}
      >
        <IconUpload size={28} stroke={1.4} aria-hidden />
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {t('forms.drop.limits', { size: fileSize(maxBytes), count: maxFiles })}
        </Text>
      </Dropzone>
      {refused.length > 0 && (
        <div role="alert" className={classes.refused}>
          {refused.map((why) => (
            <div key={why}>{why}</div>
          ))}
        </div>
      )}
      {files.map((file, index) => (
        <div key={index} className={classes.file}>
          <IconFile size={18} stroke={1.6} aria-hidden />
          <span>{file.name}</span>
          <Text size="sm" c="dimmed">
            {fileSize(file.size)}
          </Text>
          <ActionIcon
            size={28}
            aria-label={t('forms.drop.remove', { name: file.name })}
            onClick={() => onChange(files.filter((_, other) => other !== index))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}
