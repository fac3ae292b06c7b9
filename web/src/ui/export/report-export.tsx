import { ActionIcon, Button } from '@mantine/core';
import { DOWNLOAD_FORMATS, type Download, type DownloadFormat } from '@milepost/contract/download-routes';
import type { ReportParams } from '@milepost/contract/report-routes';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { faultText } from '../../text/fault-text.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { LazyMenu } from '../lazy-menu.tsx';
import { takeAsset } from '../load-asset/load-asset.ts';
import { lazyPart } from '../lazy-part.ts';
import { tell, tellError, tellFault } from '../toast/tell.ts';
import { fetchFile } from './fetch-file.ts';

const FormatItems = lazyPart(() => takeAsset('dataTables.buttons'));
const AGAIN_MS = 1000;
/** So long the file comes by itself; after that it lies in Downloads, and the bell says so. */
const WAIT_MS = 20_000;

/** A report with everything that narrows it. */
export interface AskedReport {
  kind: string;
  params: ReportParams;
}

/**
 * Takes a report out as a file, with all its rows: those of a list are the rows of the report that is asked the same. A
 * small file comes at once, a larger one is made in Downloads. Who may see the list may export it.
 */
export function ReportExport({ kind, params, named = false }: AskedReport & { named?: boolean }) {
  const { t } = useTranslation();
  const [awaited, setAwaited] = useState<number | null>(null);
  const [language, setLanguage] = useState(formatSettings().language);
  const mutation = useMutation({
    mutationFn: (format: DownloadFormat) => call('export-report', { ...params, kind, format, language }),
    onError: (error) => tellError(t, error),
    onSuccess: ({ download }) => {
      if (isOver(download)) show(download);
      else setAwaited(download.id);
    },
  });
  const loading = mutation.isPending || awaited !== null;
  return (
    <>
      <LazyMenu
        button={
          named ? (
            <Button variant="default" leftSection={<IconFileDownload size={16} stroke={1.6} />} loading={loading}>
              {t('table.export')}
            </Button>
          ) : (
            <ActionIcon variant="default" aria-label={t('table.export')} title={t('table.export')} loading={loading}>
              <IconFileDownload size={18} stroke={1.6} />
            </ActionIcon>
          )
        }
        renderMenu={(frame) => (
          <FormatItems
            {...frame}
            label={t('downloads.all-rows')}
            items={DOWNLOAD_FORMATS.map((format) => ({
              format,
              label: t(`downloads.as.${format}`),
              onChoose: () => mutation.mutate(format),
            }))}
            language={{ value: language, onChange: setLanguage }}
            kept
          />
        )}
      />
      {awaited !== null && <Awaited key={awaited} id={awaited} onEnd={() => setAwaited(null)} />}
    </>
  );
}

const isOver = ({ state }: Download) => state !== 'waiting' && state !== 'running';

function show(download: Download): void {
  if (download.state === 'done') fetchFile(download);
  else if (download.fault) tellFault(faultText(download.fault));
}

/** Fetches a file as soon as it is made; after a while it says where it will be. */
function Awaited({ id, onEnd }: { id: number; onEnd: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useCall('get-download', { id }, { refetchInterval: AGAIN_MS });
  const download = data?.download;
  useEffect(() => {
    if (!download || !isOver(download)) return;
    show(download);
    onEnd();
  }, [download, onEnd]);
  useEffect(() => {
    const timer = setTimeout(() => {
      tell(t('downloads.being-made'), { onClick: () => void navigate('/downloads') });
      onEnd();
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [t, navigate, onEnd]);
  return null;
}
