import { ActionIcon, Button } from '@mantine/core';
import { DOWNLOAD_FORMATS, type DownloadFormat } from '@milepost/contract/download-operations';
import type { ReportParams } from '@milepost/contract/report-operations';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { LazyMenu } from '../lazy-menu.tsx';
import { takeAsset } from '../load-asset/load-asset.ts';
import { lazyPart } from '../lazy-part.ts';
import { notify, notifyError } from '../toast/notify.ts';
import { awaitFile } from './await-file.ts';

const FormatItems = lazyPart(() => takeAsset('dataTables.buttons'));

/** A report with all its filters. */
export interface ReportRequest {
  kind: string;
  params: ReportParams;
}

/**
 * Exports a report as a file, with all its rows; a list is exported as the report with the same filters. A small file
 * comes immediately, a larger one as soon as it is finished. Everybody who may see the list may export it.
 */
export function ReportExport({ kind, params, isLabelled = false }: ReportRequest & { isLabelled?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [awaited, setAwaited] = useState<number | null>(null);
  const [language, setLanguage] = useState(formatSettings().language);
  const mutation = useMutation({
    mutationFn: (format: DownloadFormat) => call('export-report', { ...params, kind, format, language }),
    onError: (error) => notifyError(t, error),
    onSuccess: ({ download }) => {
      setAwaited(download.id);
      // Another export can have been requested meanwhile.
      const goOn = () => setAwaited((now) => (now === download.id ? null : now));
      const onSlow = () => {
        goOn();
        notify(t('downloads.being-made'), { onClick: () => void navigate('/downloads') });
      };
      void awaitFile(download, onSlow).finally(goOn);
    },
  });
  const loading = mutation.isPending || awaited !== null;
  return (
    <LazyMenu
      button={
        isLabelled ? (
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
          isStored
        />
      )}
    />
  );
}
