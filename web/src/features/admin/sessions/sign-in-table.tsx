import type { SignIn } from '@milepost/contract/admin-routes';
import { Badge, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDateTime } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import { ExportMenu } from '../../../ui/data-table/export-menu.tsx';
import { fromQuery } from '../../../ui/data-table/from-query.ts';
import { TablePage } from '../../../ui/data-table/table-page.tsx';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { browserOf } from '../../../ui/user-agent.ts';

const SORTS = ['at', 'username', 'result'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'at', direction: 'desc' };

/** Every attempt to sign in, and how it ended. */
export function SignInTable() {
  const { t } = useTranslation();
  const { state, change } = useTableState(DEFAULTS);
  const [, setParams] = useSearchParams();
  const query = useCall('get-sign-in-list', state, { placeholderData: keepPreviousData });
  return (
    <TablePage
      title={t('admin.sign-ins.title')}
      label={t('admin.sign-ins.title')}
      searchLabel={t('admin.sign-ins.search')}
      columns={columns(t)}
      state={state}
      onChange={change}
      {...fromQuery(query)}
      onOpen={({ username }) => change({ search: username })}
      onClearFilters={() => setParams({ tab: 'sign-ins' })}
      actions={
        <ExportMenu
          name="sign-ins"
          title={t('admin.sign-ins.title')}
          columns={csvColumns(t)}
          fetchPage={(page, pageSize) => call('get-sign-in-list', { ...state, page, pageSize })}
        />
      }
      empty={<EmptyNote title={t('admin.sign-ins.empty')} text={t('admin.sign-ins.empty-text')} />}
    />
  );
}

const resultText = (t: TFunction, { result }: SignIn) => t(`admin.sign-ins.result.${result}`);

function columns(t: TFunction): Column<SignIn, Sort>[] {
  const label = (key: string) => t(`admin.sign-ins.${key}`);
  return [
    {
      key: 'username',
      label: label('username'),
      sort: 'username',
      render: ({ username }) => (
        <Text span fw={600}>
          {username}
        </Text>
      ),
    },
    { key: 'at', label: label('at'), sort: 'at', render: ({ at }) => formatDateTime(at) },
    {
      key: 'result',
      label: label('result-label'),
      sort: 'result',
      render: (row) => (
        <Badge variant="light" color={row.result === 'success' ? 'green' : 'red'} tt="none" fw={600}>
          {resultText(t, row)}
        </Badge>
      ),
    },
    { key: 'address', label: label('address'), render: ({ address }) => <span className="mono">{address}</span> },
    {
      key: 'browser',
      label: label('browser'),
      render: ({ userAgent }) => <span title={userAgent}>{browserOf(userAgent)}</span>,
    },
  ];
}

function csvColumns(t: TFunction): CsvColumn<SignIn>[] {
  const label = (key: string) => t(`admin.sign-ins.${key}`);
  return [
    { label: label('at'), value: ({ at }) => at },
    { label: label('username'), value: ({ username }) => username },
    { label: label('result-label'), value: (row) => resultText(t, row) },
    { label: label('address'), value: ({ address }) => address },
    { label: label('browser'), value: ({ userAgent }) => userAgent },
  ];
}
