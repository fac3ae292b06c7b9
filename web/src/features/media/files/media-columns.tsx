import type { LinkedFile } from '@milepost/contract/file-operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { formatDayAndClock } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { fileSize } from '../../../ui/drop-zone/refusal.ts';

const SORTS = ['at', 'name', 'sizeBytes'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'at', direction: 'desc' };

export const momentOf = ({ file }: LinkedFile) => file.takenAt ?? file.addedAt;

export function mediaColumns(t: TFunction): Column<LinkedFile, Sort>[] {
  return [
    { key: 'name', label: t('media.name'), sort: 'name', text: true, render: ({ file }) => <b>{file.name}</b> },
    { key: 'kind', label: t('media.kind'), render: ({ file }) => t(`files.kinds.${file.kind}`) },
    {
      key: 'record',
      label: t('files.record'),
      render: ({ recordKind, recordId, recordName, registration }) => (
        <Anchor
          component={Link}
          to={`/${recordPath(recordKind, recordId)}`}
          size="sm"
          onClick={(event) => event.stopPropagation()}
        >
          {registration === null || registration === recordName ? recordName : `${registration} · ${recordName}`}
        </Anchor>
      ),
    },
    { key: 'at', label: t('media.at'), sort: 'at', render: (row) => formatDayAndClock(momentOf(row)) },
    {
      key: 'size',
      label: t('media.size'),
      sort: 'sizeBytes',
      align: 'right',
      render: ({ file }) => fileSize(file.sizeBytes),
    },
    { key: 'by', label: t('media.added-by'), from: 900, render: ({ file }) => file.addedBy ?? '–' },
  ];
}

export const mediaCells = (t: TFunction): CsvColumn<LinkedFile>[] => [
  { label: t('media.name'), value: ({ file }) => file.name },
  { label: t('media.kind'), value: ({ file }) => t(`files.kinds.${file.kind}`) },
  { label: t('files.record'), value: ({ recordName }) => recordName },
  { label: t('files.vehicle'), value: ({ registration }) => registration },
  { label: t('media.at'), value: momentOf },
  { label: t('media.bytes'), value: ({ file }) => file.sizeBytes },
  { label: t('media.added-by'), value: ({ file }) => file.addedBy },
];
