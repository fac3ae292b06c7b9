import type { UseQueryResult } from '@tanstack/react-query';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Column } from '../data-table/column.ts';
import type { CsvColumn } from '../data-table/csv.ts';
import { ExportMenu } from '../data-table/export-menu.tsx';
import type { FetchPage } from '../data-table/fetch-all.ts';
import { fromQuery } from '../data-table/from-query.ts';
import { TablePage } from '../data-table/table-page.tsx';
import type { useTableState } from '../data-table/use-table-state.ts';
import { EmptyNote } from '../empty-note.tsx';

interface Props<Row extends { id: number }, Sort extends string> {
  /** Name of exported files. */
  name: string;
  title: string;
  searchLabel: string;
  list: Pick<ReturnType<typeof useTableState<Sort>>, 'state' | 'change'>;
  columns: readonly Column<Row, Sort>[];
  query: UseQueryResult<{ rows: Row[]; total: number }>;
  onOpen: (row: Row) => void;
  /** Columns of files, and how a page of what is filtered is fetched for them. */
  csv: readonly CsvColumn<Row>[];
  fetchPage: FetchPage<Row>;
  /** What narrows the list besides the search, and whether it does. */
  filters?: ReactNode;
  filtered?: boolean;
  /** Buttons beside the export. */
  actions?: ReactNode;
  /** What to say where there is nothing, and to offer. */
  empty: { Icon: Icon; title: string; text: string; action?: ReactNode };
}

/**
 * A screen that is a list of the server's: search, filters, columns, pages and sorting, all in the address; export,
 * and what to say when it is empty.
 */
export function ListPage<Row extends { id: number }, Sort extends string>(props: Props<Row, Sort>) {
  const { name, title, list, query, csv, fetchPage, actions, empty } = props;
  const [, setParams] = useSearchParams();
  return (
    <TablePage
      {...props}
      label={title}
      state={list.state}
      onChange={list.change}
      {...fromQuery(query)}
      onClearFilters={() => setParams({})}
      actions={
        <>
          <ExportMenu name={name} title={title} columns={csv} fetchPage={fetchPage} />
          {actions}
        </>
      }
      empty={
        <EmptyNote
          icon={<empty.Icon size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
          title={empty.title}
          text={empty.text}
        >
          {empty.action}
        </EmptyNote>
      }
    />
  );
}
