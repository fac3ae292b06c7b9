import type { SessionRow } from '@milepost/contract/profile-operations';
import { Badge, Button, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { refresh } from '../../../api/refresh.ts';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { confirmed } from '../../../ui/dialog/confirm.tsx';
import { browserOf } from '../../../ui/user-agent.ts';

const SORTS = ['lastSeenAt', 'username', 'createdAt'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'lastSeenAt', direction: 'desc' };

/** The people who are signed in. */
export function SessionTable() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, change } = list;
  const mayEnd = useMay('sessions', 'delete');
  const query = useCall('get-session-list', state, { placeholderData: keepPreviousData });
  const end = ({ id, username: name }: SessionRow) =>
    confirmed(t, {
      title: t('admin.sessions.end-title', { name }),
      text: t('admin.sessions.end-text'),
      confirm: t('admin.sessions.end'),
      run: () => call('end-session', { id }),
      done: t('admin.sessions.ended', { name }),
      onDone: () => refresh('get-session-list'),
    });
  return (
    <ListPage
      title={t('admin.sessions.title')}
      searchLabel={t('admin.sessions.search')}
      columns={columns(t, mayEnd ? end : undefined)}
      list={list}
      query={query}
      onOpen={({ username }) => change({ search: username })}
      empty={{ title: t('admin.sessions.empty'), text: t('admin.sessions.empty-text') }}
    />
  );
}

function columns(t: TFunction, end: ((session: SessionRow) => void) | undefined): Column<SessionRow, Sort>[] {
  const label = (key: string) => t(`admin.sessions.${key}`);
  return [
    {
      key: 'username',
      label: label('username'),
      sort: 'username',
      render: ({ username, current }) => (
        <>
          <Text span fw={600}>
            {username}
          </Text>{' '}
          {current && (
            <Badge variant="light" size="sm" tt="none">
              {label('this')}
            </Badge>
          )}
        </>
      ),
    },
    { key: 'address', label: label('address'), render: ({ address }) => <span className="mono">{address}</span> },
    {
      key: 'browser',
      label: label('browser'),
      render: ({ userAgent }) => <span title={userAgent}>{browserOf(userAgent)}</span>,
    },
    { key: 'createdAt', label: label('since'), sort: 'createdAt', render: ({ createdAt }) => <Ago at={createdAt} /> },
    {
      key: 'lastSeenAt',
      label: label('last-seen'),
      sort: 'lastSeenAt',
      render: ({ lastSeenAt }) => <Ago at={lastSeenAt} />,
    },
    ...(end
      ? [
          {
            key: 'end',
            label: label('end'),
            bare: true,
            align: 'right' as const,
            render: (session: SessionRow) =>
              !session.current && (
                <Button size="compact-sm" variant="default" onClick={() => end(session)}>
                  {label('end')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}
