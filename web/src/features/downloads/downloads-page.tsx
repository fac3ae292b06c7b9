import { Text } from '@mantine/core';
import type { Download } from '@milepost/contract/download-operations';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { formatDateTime, formatDay } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { fileSize } from '../../ui/drop-zone/refusal.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { DownloadActions } from './download-actions.tsx';
import { DownloadStateCell } from './download-state.tsx';
import { fetchFile } from '../../ui/export/fetch-file.ts';

const SORTS = ['at', 'title', 'state', 'sizeBytes'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'at', direction: 'desc' };
/** The polling interval while one is in progress. */
const REFETCH_MS = 1500;

const isUnderWay = ({ state }: Download) => state === 'waiting' || state === 'running';

/** The files of exports, finished and in progress. */
export default function DownloadsPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const query = useCall('get-download-list', list.state, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? REFETCH_MS : false),
  });
  return (
    <ListPage
      title={t('downloads.title')}
      searchLabel={t('downloads.search')}
      columns={columns(t)}
      list={list}
      query={query}
      onOpen={(download) => {
        if (download.state === 'done') fetchFile(download);
      }}
      empty={{ Icon: IconDownload, title: t('downloads.empty'), text: t('downloads.empty-text') }}
    />
  );
}

function columns(t: TFunction): Column<Download, Sort>[] {
  const label = (key: string) => t(`downloads.${key}`);
  return [
    {
      key: 'title',
      label: label('report'),
      sort: 'title',
      text: true,
      render: ({ title, parameters }) => (
        <>
          <Text fw={600}>{title}</Text>
          <Text size="xs" c="dimmed" lineClamp={2}>
            {parameters.map((one) => `${one.label}: ${one.value}`).join(' · ')}
          </Text>
        </>
      ),
    },
    { key: 'format', label: label('format'), render: ({ format }) => format.toUpperCase() },
    {
      key: 'state',
      label: label('state-label'),
      sort: 'state',
      render: (download) => <DownloadStateCell download={download} />,
    },
    {
      key: 'size',
      label: label('size'),
      sort: 'sizeBytes',
      align: 'right',
      from: 760,
      render: ({ sizeBytes }) => (sizeBytes === null ? '–' : fileSize(sizeBytes)),
    },
    { key: 'at', label: label('at'), sort: 'at', from: 620, render: ({ at }) => formatDateTime(at) },
    { key: 'by', label: label('by'), from: 1000, render: ({ by }) => by ?? '–' },
    { key: 'until', label: label('until'), from: 700, render: ({ until }) => formatDay(until) },
    {
      key: 'actions',
      label: label('actions'),
      bare: true,
      render: (download) => <DownloadActions download={download} />,
    },
  ];
}
