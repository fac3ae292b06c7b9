import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { DataTable, type DataTableProps } from '../../../ui/data-table/data-table.tsx';
import { SearchBox } from '../../../ui/data-table/search-box.tsx';
import { TableFooter } from '../../../ui/data-table/table-footer.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import classes from './main.module.css';

interface Props<Row extends { id: number }, Sort extends string> extends Omit<DataTableProps<Row, Sort>, 'rows'> {
  title: string;
  text: string;
  opened: boolean;
  onClose: () => void;
  answer: { rows: Row[]; total: number } | undefined;
  error: Error | null;
  onRetry: () => void;
  actions?: ReactNode;
}

/** A list beside the dashboard: what a figure is made of. */
export function ListDrawer<Row extends { id: number }, Sort extends string>(props: Props<Row, Sort>) {
  const { title, text, opened, onClose, answer, error, onRetry, state, onChange, actions } = props;
  const { t } = useTranslation();
  return (
    <Drawer
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
      <div className={classes['tools']}>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        <div className={classes['aside']}>
          <SearchBox
            label={t('dashboard.search')}
            value={state.search}
            onChange={(search) => onChange({ search, page: 1 })}
          />
          {actions}
        </div>
      </div>
      {error !== null && <ErrorNote radius={0} error={error} onRetry={onRetry} />}
      {answer?.rows.length === 0 ? (
        <p className={classes['nothing']}>{t(state.search === '' ? 'dashboard.none' : 'table.no-match')}</p>
      ) : (
        (answer !== undefined || error === null) && <DataTable {...props} rows={answer?.rows} />
      )}
      {answer !== undefined && answer.total > 0 && (
        <TableFooter total={answer.total} state={state} onChange={onChange} />
      )}
    </Drawer>
  );
}

export type Days = CallOutput<'get-dashboard'>['days'];
