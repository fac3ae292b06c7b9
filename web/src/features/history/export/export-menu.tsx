import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { TRACK_FORMATS, type TrackFormat } from '@milepost/contract/history-routes';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';
import { exportTrack, type ExportProgress } from './export-track.ts';
import classes from './export-menu.module.css';

interface Props {
  vehicleId: number;
  registration: string;
  from: number;
  to: number;
}

/** Every fix of the range as a file; a long one shows how far it is and can be stopped. */
export default function ExportMenu(asked: Props) {
  const { t } = useTranslation();
  const running = useRef<AbortController>(null);
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(format: TrackFormat) {
    const mine = new AbortController();
    running.current = mine;
    setError(null);
    setProgress({ share: 0, fixes: 0 });
    try {
      await exportTrack({ ...asked, format }, setProgress, mine.signal);
    } catch (failure) {
      if (!mine.signal.aborted) setError(failure);
    } finally {
      setProgress(null);
    }
  }
  if (progress) {
    return (
      <div className={classes['progress']} role="status">
        <span>{t('history.export.running', { fixes: formatNumber(progress.fixes) })}</span>
        <Progress value={progress.share} max={1} label={t('history.export.progress')} />
        <Button size="compact-xs" variant="default" onClick={() => running.current?.abort()}>
          {t('history.export.stop')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconDownload size={16} />}>
            {t('history.export.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {TRACK_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void start(format)}>
              {t(`history.export.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {error !== null && <ErrorNote title={t('history.export.failed')} error={error} />}
    </>
  );
}
