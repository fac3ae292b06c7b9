import type { Role } from '@milepost/contract/admin-operations';
import { Button, Text } from '@mantine/core';
import { IconPlus, IconUserShield } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { localAnswer } from '../../../ui/data-table/local-answer.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { AddStartingRoles } from './add-starting-roles.tsx';
import { RoleDrawer } from './role-drawer.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';

const SORTS = ['priority', 'name', 'organisationName', 'users'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'priority', direction: 'asc' };
const VALUES: Record<Sort, (role: Role) => string | number> = {
  priority: ({ priority }) => priority,
  name: ({ name }) => name,
  organisationName: ({ organisationName }) => organisationName,
  users: ({ users }) => users,
};

/** The roles in order, with their permissions. */
export default function RolesPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state } = list;
  const { opened, open, close } = useOpenRecord();
  const mayCreate = useMay('roles', 'create');
  const query = useCall('get-role-list', {});
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('admin.roles.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('admin.roles.title')}
        notice={<CutNote shown={query.data?.rows.length} total={query.data?.total} />}
        searchLabel={t('admin.roles.search')}
        columns={columns(t)}
        list={list}
        found={
          query.data &&
          localAnswer(query.data.rows, state, VALUES, ({ name, organisationName }) => [name, organisationName])
        }
        query={query}
        onOpen={(role) => open(role.id)}
        actions={
          mayCreate && (
            <>
              <AddStartingRoles />
              {addButton}
            </>
          )
        }
        empty={{
          Icon: IconUserShield,
          title: t('admin.roles.empty'),
          text: t('admin.roles.empty-text'),
          action: addButton,
        }}
      />
      <RoleDrawer opened={opened} onClose={close} />
    </>
  );
}

function columns(t: TFunction): Column<Role, Sort>[] {
  const label = (key: string) => t(`admin.roles.${key}`);
  return [
    {
      key: 'name',
      label: label('name'),
      sort: 'name',
      render: ({ name, manageable }) => (
        <>
          <Text span fw={600}>
            {name}
          </Text>{' '}
          {!manageable && (
            <Text span size="sm" c="dimmed">
              {label('only-shown')}
            </Text>
          )}
        </>
      ),
    },
    { key: 'priority', label: label('priority'), sort: 'priority', render: ({ priority }) => formatNumber(priority) },
    {
      key: 'organisation',
      label: label('organisation'),
      sort: 'organisationName',
      render: ({ organisationName }) => organisationName,
    },
    { key: 'users', label: label('users'), sort: 'users', align: 'right', render: ({ users }) => formatNumber(users) },
  ];
}
