import { Button, Menu, useDirection } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { TRACK_FORMATS, type TrackFormat } from '@milepost/contract/history-operations';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';
import { useSetup } from '../../../api/setup.ts';
import { useGround } from '../../../map/use-ground.ts';
import type { ShownVehicle } from '../sheet/take-sheet.ts';
import { exportTrack, type ExportProgress } from './export-track.ts';
import classes from './export-menu.module.css';

interface Props {
  vehicleId: number;
  registration: string;
  from: number;
  to: number;
  /** The vehicles on the map, for the sheet; null until all their data is loaded. */
  vehicles: (() => readonly ShownVehicle[]) | null;
  /** The visible part of the map, [west, south, east, north]. */
  view: () => readonly [number, number, number, number] | null;
}

/**
 * Exports the range as a sheet, printed or as a PDF, or every fix of it as a file; a long export shows its progress and
 * can be cancelled.
 */
export default function ExportMenu({ vehicles, view, ...track }: Props) {
  const { t, i18n } = useTranslation();
  const { dir } = useDirection();
  const organisation = useSetup().data?.profile.organisation ?? '';
  const { basemap, styleUrls } = useGround();
  const [making, setMaking] = useState(false);
  const running = useRef<AbortController>(null);
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function take(as: 'print' | 'pdf') {
    if (vehicles === null) return;
    setError(null);
    setMaking(true);
    try {
      const { takeSheet } = await import('../sheet/take-sheet.ts');
      const { from, to } = track;
      const source = { from, to, organisation, vehicles: vehicles(), view: view(), basemap, styleUrls };
      await takeSheet(t, source, { as, language: i18n.language, rtl: dir === 'rtl' });
    } catch (failure) {
      setError(failure);
    } finally {
      setMaking(false);
    }
  }
  async function start(format: TrackFormat) {
    const mine = new AbortController();
    running.current = mine;
    setError(null);
    setProgress({ share: 0, fixes: 0 });
    try {
      await exportTrack({ ...track, format }, setProgress, mine.signal);
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
          <Button size="compact-sm" variant="default" loading={making} leftSection={<IconDownload size={16} />}>
            {t('history.export.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('history.sheet.label')}</Menu.Label>
          <Menu.Item disabled={vehicles === null} onClick={() => void take('pdf')}>
            {t('history.sheet.pdf')}
          </Menu.Item>
          <Menu.Item disabled={vehicles === null} onClick={() => void take('print')}>
            {t('history.sheet.print')}
          </Menu.Item>
          <Menu.Label>{t('history.sheet.fixes')}</Menu.Label>
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
