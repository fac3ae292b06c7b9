import type { ApiToken } from '@milepost/contract/admin-operations';
import { Badge, Button, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { refresh } from '../../../api/refresh.ts';
import { formatDay } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { localAnswer } from '../../../ui/data-table/local-answer.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { confirmed } from '../../../ui/dialog/confirm.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';

const SORTS = ['name', 'username', 'createdAt', 'lastUsedAt', 'expiresAt'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'name', direction: 'asc' };
const VALUES: Record<Sort, (token: ApiToken) => string | null> = {
  name: ({ name }) => name,
  username: ({ username }) => username,
  createdAt: ({ createdAt }) => createdAt,
  lastUsedAt: ({ lastUsedAt }) => lastUsedAt,
  expiresAt: ({ expiresAt }) => expiresAt,
};

/** Tokens for programs that call this server. */
export default function ApiTokensPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, change } = list;
  const [making, setMaking] = useState(false);
  const mayCreate = useMay('api-tokens', 'create');
  const mayDelete = useMay('api-tokens', 'delete');
  const query = useCall('get-api-token-list', {});
  const remove = ({ id, name }: ApiToken) =>
    confirmed(t, {
      title: t('form.delete-title', { name }),
      text: t('admin.tokens.delete-text'),
      confirm: t('form.delete'),
      run: () => call('delete-api-token', { id }),
      done: t('form.deleted', { name }),
      onDone: () => refresh('get-api-token-list'),
    });
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('admin.tokens.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('admin.tokens.title')}
        notice={<CutNote shown={query.data?.rows.length} total={query.data?.total} />}
        searchLabel={t('admin.tokens.search')}
        columns={columns(t, mayDelete ? remove : undefined)}
        list={list}
        found={query.data && localAnswer(query.data.rows, state, VALUES, ({ name, username }) => [name, username])}
        query={query}
        onOpen={({ name }) => change({ search: name })}
        actions={addButton}
        empty={{ Icon: IconKey, title: t('admin.tokens.empty'), text: t('admin.tokens.empty-text'), action: addButton }}
      />
      <NewTokenDialog opened={making} onClose={() => setMaking(false)} />
    </>
  );
}

function columns(t: TFunction, remove: ((token: ApiToken) => void) | undefined): Column<ApiToken, Sort>[] {
  const label = (key: string) => t(`admin.tokens.${key}`);
  return [
    {
      key: 'name',
      label: label('name'),
      sort: 'name',
      render: ({ name }) => (
        <Text span fw={600}>
          {name}
        </Text>
      ),
    },
    { key: 'username', label: label('maker'), sort: 'username', render: ({ username }) => username },
    {
      key: 'rights',
      label: label('rights'),
      render: ({ readOnly }) => (
        <Badge variant="default" tt="none" fw={500}>
          {label(readOnly ? 'read-only' : 'full')}
        </Badge>
      ),
    },
    {
      key: 'expiresAt',
      label: label('expires'),
      sort: 'expiresAt',
      render: ({ expiresAt }) => (expiresAt === null ? label('never-expires') : formatDay(expiresAt)),
    },
    {
      key: 'lastUsedAt',
      label: label('last-used'),
      sort: 'lastUsedAt',
      render: ({ lastUsedAt }) => <Ago at={lastUsedAt} never={label('never')} />,
    },
    ...(remove
      ? [
          {
            key: 'delete',
            label: t('form.delete'),
            bare: true,
            align: 'right' as const,
            render: (token: ApiToken) => (
              <Button size="compact-sm" variant="default" onClick={() => remove(token)}>
                {t('form.delete')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
