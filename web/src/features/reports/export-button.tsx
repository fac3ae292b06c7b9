import { Button } from '@mantine/core';
import type { Download, DownloadFormat } from '@milepost/contract/download-routes';
import { IconFileExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { faultText } from '../../text/fault-text.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { tell, tellError, tellFault } from '../../ui/toast/tell.ts';
import { fetchFile } from '../../ui/export/fetch-file.ts';
import { readColumns, type ReportState } from './report-state.ts';

const ExportItems = lazyPart(() => import('./export-items.tsx'));
const AGAIN_MS = 1000;
/** So long the file comes by itself; after that it lies in Downloads, and the bell says so. */
const WAIT_MS = 20_000;

interface Props {
  kind: string;
  state: ReportState;
  params: URLSearchParams;
}

/** Takes the report out as a file, with all its rows. A small one comes at once, a larger one is made in Downloads. */
export function ExportButton({ kind, state, params }: Props) {
  const { t } = useTranslation();
  const [awaited, setAwaited] = useState<number | null>(null);
  const mutation = useMutation({
    mutationFn: (format: DownloadFormat) => {
      const { page: _1, pageSize: _2, ...asked } = state;
      const columns = readColumns(params);
      const { language } = formatSettings();
      return call('export-report', { ...asked, kind, format, language, ...(columns && { columns }) });
    },
    onError: (error) => tellError(t, error),
    onSuccess: ({ download }) => {
      if (isOver(download)) show(download);
      else setAwaited(download.id);
    },
  });
  return (
    <>
      <LazyMenu
        button={
          <Button
            variant="default"
            leftSection={<IconFileExport size={16} stroke={1.6} />}
            loading={mutation.isPending || awaited !== null}
          >
            {t('table.export')}
          </Button>
        }
        renderMenu={(frame) => <ExportItems {...frame} onChoose={(format) => mutation.mutate(format)} />}
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
