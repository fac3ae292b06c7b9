import { ActionIcon } from '@mantine/core';
import type { FileKind } from '@milepost/contract/file-kinds';
import { downloadPath, filePath, thumbPath } from '../../api/file-addresses.ts';
import type { StoredFile } from '@milepost/contract/file-operations';
import { type Icon, IconFileText, IconMovie, IconMusic, IconPhoto, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDayAndClock } from '../../text/format.ts';
import { fileSize } from '../drop-zone/refusal.ts';
import { LightBox } from '../light-box/light-box.tsx';
import classes from './files.module.css';

/** The icon of a file that is not a picture. */
const FILE_ICONS: Readonly<Record<FileKind, Icon>> = {
  picture: IconPhoto,
  video: IconMovie,
  audio: IconMusic,
  document: IconFileText,
};

interface Props {
  /** The subject of these files, for screen readers. */
  label: string;
  files: readonly StoredFile[];
  /** Removes a file; omitted if the person may not. */
  onRemove?: ((file: StoredFile) => void) | undefined;
}

/** Files as thumbnails; a picture opens full-screen, everything else is downloaded. */
export function FileThumbs({ label, files, onRemove }: Props) {
  const { t } = useTranslation();
  const [index, setIndex] = useState<number | null>(null);
  const pictures = files.filter(({ kind }) => kind === 'picture');
  return (
    <>
      <ul className={classes['grid']} aria-label={label}>
        {files.map((file) => (
          <li key={file.id} className={classes['tile']}>
            {file.kind === 'picture' ? (
              <button
                type="button"
                className={classes['picture']}
                aria-label={t('light-box.open', { name: file.name })}
                onClick={() => setIndex(pictures.indexOf(file))}
              >
                <img src={thumbPath(file.id)} alt="" loading="lazy" decoding="async" />
              </button>
            ) : (
              <PaperLink file={file} />
            )}
            <span className={classes['name']} title={file.name}>
              {file.name}
              <small>{`${formatDayAndClock(file.takenAt ?? file.addedAt)} · ${fileSize(file.sizeBytes)}`}</small>
            </span>
            {onRemove && (
              <ActionIcon
                variant="default"
                size={28}
                className={classes['remove'] ?? ''}
                aria-label={t('files.remove', { name: file.name })}
                onClick={() => onRemove(file)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <LightBox
        index={index}
        onIndex={setIndex}
        pictures={pictures.map(({ id, name, takenAt, addedAt }) => ({
          src: filePath(id),
          alt: name,
          caption: `${name} · ${formatDayAndClock(takenAt ?? addedAt)}`,
        }))}
      />
    </>
  );
}

function PaperLink({ file }: { file: StoredFile }) {
  const { t } = useTranslation();
  const Icon = FILE_ICONS[file.kind];
  return (
    <a
      className={classes['paper']}
      href={downloadPath(file.id)}
      download={file.name}
      aria-label={t('files.download', { name: file.name })}
    >
      <Icon size={36} stroke={1.3} aria-hidden />
    </a>
  );
}
