import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import type { CallOutput } from '../../../api/call.ts';
import { DataTable, type DataTableProps } from '../../../ui/data-table/data-table.tsx';
import { type ReportRequest, ReportExport } from '../../../ui/export/report-export.tsx';
import { SearchBox } from '../../../ui/data-table/search-box.tsx';
import { TableFooter } from '../../../ui/data-table/table-footer.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import pageClasses from './main.module.css';
import listClasses from './lists.module.css';

interface Props<Row extends { id: number }, Sort extends string> extends Omit<
  DataTableProps<Row, Sort>,
  'label' | 'rows' | 'stale'
> {
  title: string;
  text: string;
  opened: boolean;
  onClose: () => void;
  query: UseQueryResult<{ rows: Row[]; total: number }>;
  /** The report with the same rows. */
  report?: ReportRequest;
}

/** A list beside the dashboard: the vehicles behind a figure. */
export function ListDrawer<Row extends { id: number }, Sort extends string>(props: Props<Row, Sort>) {
  const { title, text, opened, onClose, query, report, state, onChange } = props;
  const { data, error } = query;
  const { t } = useTranslation();
  return (
    <Drawer
      loses={false}
      opened={opened}
      onClose={onClose}
      position="right"
      size={720}
      title={title}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      styles={{
        title: { fontWeight: 650, fontSize: 17 },
        content: { display: 'flex', flexDirection: 'column' },
        body: { flex: 1, display: 'flex', flexDirection: 'column', minHeight: 0, padding: 0 },
      }}
    >
      <div className={pageClasses['tools']}>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        <div className={pageClasses['aside']}>
          <SearchBox
            label={t('dashboard.search')}
            value={state.search}
            onChange={(search) => onChange({ search, page: 1 })}
          />
          {report && <ReportExport {...report} />}
        </div>
      </div>
      {error !== null && <ErrorNote radius={0} error={error} onRetry={() => void query.refetch()} />}
      {data?.rows.length === 0 ? (
        <p className={listClasses['nothing']}>{t(state.search === '' ? 'dashboard.none' : 'table.no-match')}</p>
      ) : (
        (data !== undefined || error === null) && (
          <DataTable {...props} label={title} rows={data?.rows} stale={query.isPlaceholderData} />
        )
      )}
      {data !== undefined && data.total > 0 && <TableFooter total={data.total} state={state} onChange={onChange} />}
    </Drawer>
  );
}

export type Days = CallOutput<'get-dashboard'>['days'];
