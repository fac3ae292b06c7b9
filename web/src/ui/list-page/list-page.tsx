import { Button, Center, Group, Paper, Select, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { isValidElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Column } from '../data-table/column.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { type ExportFile, ExportMenu } from '../data-table/export-menu.tsx';
import { type ReportRequest, ReportExport } from '../export/report-export.tsx';
import { SearchBox } from '../data-table/search-box.tsx';
import { SortSelect } from '../data-table/sort-select.tsx';
import { TableFooter } from '../data-table/table-footer.tsx';
import type { useTableState } from '../data-table/use-table-state.ts';
import { EmptyNote } from '../empty-note.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { FoldedFilters } from './folded-filters.tsx';
import { ViewsButton } from './views-button.tsx';
import classes from './list-page.module.css';

interface Page<Row> {
  rows: Row[];
  total: number;
  atLeast?: true | undefined;
}

interface Props<Row extends { id: number }, Sort extends string> {
  title: string;
  /** The content of the table, for screen readers, if it differs from the title. */
  label?: string;
  /** A message above the table. */
  notice?: ReactNode;
  searchLabel: string;
  list: Pick<ReturnType<typeof useTableState<Sort>>, 'state' | 'change'>;
  columns: readonly Column<Row, Sort>[];
  query: UseQueryResult<Page<Row>>;
  /** The page to show, for a list that is searched and sorted in the browser. */
  found?: Page<Row> | undefined;
  onOpen: (row: Row) => void;
  /** The report with the same rows, for the export. */
  report?: ReportRequest;
  /** The export of a list whose rows no report has. */
  file?: ExportFile<Row>;
  /** The filters besides the search, and whether one is active. */
  filters?: ReactNode;
  filtered?: boolean;
  /** The parameters that the address keeps when filters are cleared. */
  retained?: Readonly<Record<string, string>>;
  /** Shown beside the title, before the export. */
  lead?: ReactNode;
  /** The main actions: after the export, and on a phone always visible at the end of the screen. */
  actions?: ReactNode;
  /** The text of an empty list, and the action that it offers. */
  empty: { Icon?: Icon; title: string; text: string; action?: ReactNode };
}

/** A single select takes no more room than the button that would collapse it. */
const toFold = (filters: ReactNode) => isValidElement(filters) && filters.type !== Select;

/**
 * A screen that is a list: search, filters, columns, pages and sorting, all in the address; export, and an empty state.
 */
export function ListPage<Row extends { id: number }, Sort extends string>(props: Props<Row, Sort>) {
  const { title, label = title, list, columns, query, found = query.data, file, retained = {}, empty } = props;
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const { state, change } = list;
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const narrowed = state.search !== '' || props.filtered === true;
  const isEmpty = found?.rows.length === 0;
  const sort = <SortSelect columns={columns} state={state} onChange={change} />;
  const hasActions = props.actions !== undefined && props.actions !== false;
  const emptyNote = (
    <EmptyNote
      icon={empty.Icon && <empty.Icon size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
      title={empty.title}
      text={empty.text}
    >
      {empty.action}
    </EmptyNote>
  );
  return (
    <div className={classes['page']}>
      {props.notice}
      <Group justify="space-between" gap="sm">
        <Title order={1} size={20}>
          {title}
        </Title>
        <Group gap="xs">
          {props.lead}
          <ViewsButton columns={columns} />
          {props.report && <ReportExport {...props.report} />}
          {file && <ExportMenu title={title} {...file} />}
          {!phone && props.actions}
        </Group>
      </Group>
      <Paper withBorder radius="lg" className={classes['paper'] ?? ''}>
        <Group p="sm" gap="xs" className={classes['tools'] ?? ''}>
          <SearchBox label={props.searchLabel} value={state.search} onChange={(search) => change({ search })} />
          {phone && toFold(props.filters) ? (
            <FoldedFilters filters={props.filters} filtered={props.filtered === true}>
              {sort}
            </FoldedFilters>
          ) : (
            <>
              {props.filters}
              {sort}
            </>
          )}
        </Group>
        {query.error !== null && (
          <ErrorNote radius={0} title={t('table.failed')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {isEmpty ? (
          <Center className={classes['nothing'] ?? ''}>
            {narrowed ? (
              <EmptyNote title={t('table.no-match')} text={t('table.no-match-text')}>
                <Button variant="default" onClick={() => setParams(retained)}>
                  {t('table.clear-filters')}
                </Button>
              </EmptyNote>
            ) : (
              emptyNote
            )}
          </Center>
        ) : (
          (found !== undefined || query.error === null) && (
            <DataTable
              label={label}
              columns={columns}
              rows={found?.rows}
              state={state}
              onChange={change}
              onOpen={props.onOpen}
              stale={query.isPlaceholderData}
            />
          )
        )}
        {found !== undefined && !isEmpty && (
          <TableFooter total={found.total} atLeast={found.atLeast} state={state} onChange={change} />
        )}
      </Paper>
      {phone && hasActions && (!isEmpty || narrowed) && <div className={classes['main']}>{props.actions}</div>}
    </div>
  );
}
