import { ActionIcon, Group } from '@mantine/core';
import type { Download } from '@milepost/contract/download-operations';
import { IconDownload, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { callKey } from '../../api/use-call.ts';
import { notifyError } from '../../ui/toast/notify.ts';
import { awaitFile } from '../../ui/export/await-file.ts';
import { downloadPath } from '../../ui/export/fetch-file.ts';

type Name = 'cancel-download' | 'retry-download' | 'delete-download';

/** The actions on a download: fetch when finished, cancel while in progress, retry, remove. */
export function DownloadActions({ download }: { download: Download }) {
  const { t } = useTranslation();
  const { id, state, own, title } = download;
  const mutation = useMutation({
    mutationFn: (name: Name) => call(name, { id }),
    onError: (error) => notifyError(t, error),
    onSuccess: (answer, name) => {
      // This page shows the progress.
      if (name === 'retry-download' && 'download' in answer) void awaitFile(answer.download, () => {});
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: callKey('get-download-list') }),
  });
  const underWay = state === 'waiting' || state === 'running';
  const canRetry = state === 'failed' || state === 'cancelled';
  const button = (name: Name, key: string, Icon: typeof IconX) => (
    <ActionIcon
      aria-label={t(`downloads.${key}`, { title })}
      title={t(`downloads.${key}`, { title })}
      loading={mutation.isPending && mutation.variables === name}
      onClick={() => mutation.mutate(name)}
    >
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  );
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" onClick={(event) => event.stopPropagation()}>
      {state === 'done' && (
        <ActionIcon
          component="a"
          href={downloadPath(download)}
          download
          aria-label={t('downloads.fetch', { title })}
          title={t('downloads.fetch', { title })}
        >
          <IconDownload size={18} stroke={1.6} />
        </ActionIcon>
      )}
      {own && underWay && button('cancel-download', 'cancel', IconX)}
      {own && canRetry && button('retry-download', 'retry', IconRefresh)}
      {own && !underWay && button('delete-download', 'delete', IconTrash)}
    </Group>
  );
}
