import { Button, Group, Paper } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { recordPath } from '@milepost/contract/record-kinds';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { TableFooter } from '../data-table/table-footer.tsx';
import { useTableState } from '../data-table/use-table-state.ts';
import { DOCUMENT_DEFAULTS, documentColumns } from './document-columns.tsx';
import { EmptyNote } from '../empty-note.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import classes from './holder-documents.module.css';

interface Props {
  of: { vehicleId: number } | { driverId: number };
  className: string | undefined;
}

/** The documents of a vehicle or driver; a row opens the document in the list of all. */
export function HolderDocuments({ of, className }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayCreate = useMay('media', 'create');
  const { state, change } = useTableState(DOCUMENT_DEFAULTS);
  const query = useCall('get-document-list', { ...state, ...of }, { placeholderData: keepPreviousData });
  const { data, error } = query;
  const add = mayCreate && (
    <Button
      component={Link}
      to={`/media/documents?${'vehicleId' in of ? `vehicle=${of.vehicleId}` : `driver=${of.driverId}`}&open=new`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('documents.add')}
    </Button>
  );
  if (data?.total === 0) {
    return (
      <Paper withBorder radius="lg" className={className}>
        <div className={classes['empty']}>
          <EmptyNote title={t('documents.empty')} text={t('documents.empty-text')}>
            {add}
          </EmptyNote>
        </div>
      </Paper>
    );
  }
  return (
    <Paper withBorder radius="lg" className={className}>
      {add && (
        <Group p="sm" justify="flex-end">
          {add}
        </Group>
      )}
      {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
      {(data !== undefined || !error) && (
        <DataTable
          label={t('documents.title')}
          columns={documentColumns(t).filter(({ key }) => key !== 'holder')}
          rows={data?.rows}
          state={state}
          onChange={change}
          onOpen={(document) => void navigate(`/${recordPath('document', document.id)}`)}
          stale={query.isPlaceholderData}
        />
      )}
      {data && <TableFooter total={data.total} state={state} onChange={change} />}
    </Paper>
  );
}
