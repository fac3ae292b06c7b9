import type { SignIn } from '@milepost/contract/admin-operations';
import { Badge, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDateTime } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { browserOf } from '../../../ui/user-agent.ts';

const SORTS = ['at', 'username', 'result'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'at', direction: 'desc' };

/** Every sign-in attempt, with its outcome. */
export function SignInTable() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, change } = list;
  const query = useCall('get-sign-in-list', state, { placeholderData: keepPreviousData });
  return (
    <ListPage
      title={t('admin.sign-ins.title')}
      searchLabel={t('admin.sign-ins.search')}
      columns={columns(t)}
      list={list}
      query={query}
      onOpen={({ username }) => change({ search: username })}
      retained={{ tab: 'sign-ins' }}
      file={{
        name: 'sign-ins',
        columns: csvColumns(t),
        fetchPage: (page, pageSize) => call('get-sign-in-list', { ...state, page, pageSize }),
      }}
      empty={{ title: t('admin.sign-ins.empty'), text: t('admin.sign-ins.empty-text') }}
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
