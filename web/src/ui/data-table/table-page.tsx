import { Button, Center, Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyNote } from '../empty-note.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { SearchBox } from './search-box.tsx';
import { SortSelect } from './sort-select.tsx';
import { TableFooter } from './table-footer.tsx';
import classes from './table-page.module.css';

interface Props<Row extends { id: number }, Sort extends string> extends Omit<DataTableProps<Row, Sort>, 'rows'> {
  title: string;
  /** Something to know before the table. */
  notice?: ReactNode;
  searchLabel: string;
  answer: { rows: Row[]; total: number } | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Filters beside the search. */
  filters?: ReactNode;
  /** Something besides the search narrows the list. */
  filtered?: boolean;
  onClearFilters: () => void;
  /** Buttons at the right of the title. */
  actions: ReactNode;
  /** What to say and offer when there is nothing at all. */
  empty: ReactNode;
}

/** A page that is a table: title, actions, search, rows, and what to do when there are none. */
export function TablePage<Row extends { id: number }, Sort extends string>(props: Props<Row, Sort>) {
  const { title, notice, searchLabel, answer, error, onRetry, filters, filtered, onClearFilters, actions, empty } =
    props;
  const { t } = useTranslation();
  const { state, onChange } = props;
  const narrowed = state.search !== '' || filtered === true;
  const nothing = answer?.rows.length === 0;
  return (
    <div className={classes.page}>
      {notice}
      <Group justify="space-between" gap="sm">
        <Title order={1} size={20}>
          {title}
        </Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      <Paper withBorder radius="lg" className={classes.paper}>
        <Group p="sm" gap="xs" className={classes.tools}>
          <SearchBox label={searchLabel} value={state.search} onChange={(search) => onChange({ search })} />
          {filters}
          <SortSelect columns={props.columns} state={state} onChange={onChange} />
        </Group>
        {error !== null && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={onRetry} />}
        {nothing ? (
          <Center className={classes.nothing}>
            {narrowed ? (
              <EmptyNote title={t('table.no-match')} text={t('table.no-match-text')}>
                <Button variant="default" onClick={onClearFilters}>
                  {t('table.clear-filters')}
                </Button>
              </EmptyNote>
            ) : (
              empty
            )}
          </Center>
        ) : (
          (answer !== undefined || error === null) && <DataTable {...props} rows={answer?.rows} />
        )}
        {answer !== undefined && !nothing && <TableFooter total={answer.total} state={state} onChange={onChange} />}
      </Paper>
    </div>
  );
}
