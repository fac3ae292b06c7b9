import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useFreshRows } from '../../../ui/form/use-fresh-rows.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { invitedTo } from '../../../ui/invite.ts';
import { ServerNotices } from '../server-notices.tsx';
import { csvColumns, DEFAULTS, tableColumns } from './user-columns.tsx';
import { UserForm } from './user-form.tsx';

/** The people of the own organisation and its descendants: invite, edit, disable, help with passwords. */
export default function UsersPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state } = list;
  const { opened, open, close } = useOpenRecord();
  const invited = invitedTo(useLocation().state);
  const mayCreate = useMay('users', 'create');
  const query = useCall('get-user-list', state, { placeholderData: keepPreviousData });
  const fresh = useFreshRows(opened === 'new' ? null : opened, query.refetch);
  const row = query.data?.rows.find(({ id }) => id === opened);
  const shown = useShownRecord(opened, fresh ? row : undefined);
  const isNew = shown.opened === 'new';
  const choices = useCall('get-user-choices', {});

  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('admin.users.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('admin.users.title')}
        notice={<ServerNotices />}
        searchLabel={t('admin.users.search')}
        columns={tableColumns(t)}
        list={list}
        query={query}
        onOpen={(user) => open(user.id)}
        file={{
          name: 'users',
          columns: csvColumns(t),
          fetchPage: (page, pageSize) => call('get-user-list', { ...state, page, pageSize }),
        }}
        actions={addButton}
        empty={{ Icon: IconUsers, title: t('admin.users.empty'), text: t('admin.users.empty-text'), action: addButton }}
      />
      <RecordDrawer
        title={isNew ? t('admin.users.new') : (shown.record?.displayName ?? ' ')}
        opened={opened !== null}
        onClose={close}
        loading={choices.isPending || (!isNew && shown.record === undefined && (!fresh || query.isFetching))}
        error={choices.error}
        onRetry={() => void choices.refetch()}
      >
        {choices.data && (isNew || shown.record) ? (
          <UserForm
            key={shown.opened}
            user={isNew ? undefined : shown.record}
            invited={invited}
            choices={choices.data}
            onClose={close}
          />
        ) : (
          <EmptyNote title={t('admin.gone')} text={t('admin.gone-text')} />
        )}
      </RecordDrawer>
    </>
  );
}
