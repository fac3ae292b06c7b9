import type { AuditEntry } from '@milepost/contract/admin-operations';
import { AUDIT_SUBJECTS } from '@milepost/contract/audit-subjects';
import { Badge, Select, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import { useCall } from '../../../api/use-call.ts';
import { formatDateTime } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { EntryDetails } from './entry-details.tsx';

const SORTS = ['at', 'username', 'subject'] as const;
type Sort = (typeof SORTS)[number];
/** The sort columns of the report for the file. */
const EXPORT_SORT_COLUMNS = { at: 'at', username: 'user', subject: 'subject' } as const;
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'at', direction: 'desc' };

/** The log of changes: who, what, when, and from where. */
export default function AuditLogPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, filter } = list;
  const [params] = useSearchParams();
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const subject = params.get('subject') || null;
  const input = { ...state, subject, subjectId: params.get('id') || null };
  const query = useCall('get-audit-list', input, { placeholderData: keepPreviousData });

  return (
    <>
      <ListPage
        title={t('admin.audit.title')}
        searchLabel={t('admin.audit.search')}
        columns={columns(t)}
        list={list}
        query={query}
        onOpen={(entry) => {
          setShown(entry);
          setOpened(true);
        }}
        filtered={subject !== null || input.subjectId !== null}
        filters={
          <Select
            aria-label={t('admin.audit.subject-label')}
            placeholder={t('admin.audit.all-subjects')}
            clearable
            w={{ base: 150, sm: 180 }}
            data={AUDIT_SUBJECTS.map((name) => ({ value: name as string, label: subjectText(t, name) }))}
            value={subject}
            onChange={(value) => filter({ subject: value, id: null })}
          />
        }
        report={{
          kind: 'audit',
          params: {
            range: 'ever',
            search: state.search,
            own: { subject: subject ?? 'all', subjectId: input.subjectId ?? '' },
            sort: EXPORT_SORT_COLUMNS[state.sort],
            direction: state.direction,
            columns: ['at', 'user', 'subject', 'name', 'id', 'action', 'address', 'before', 'after'],
          },
        }}
        empty={{ Icon: IconHistory, title: t('admin.audit.empty'), text: t('admin.audit.empty-text') }}
      />
      <Drawer
        loses={false}
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size={560}
        title={shown ? thingText(t, shown) : ' '}
        closeButtonProps={{ 'aria-label': t('form.close') }}
        styles={{ title: { fontWeight: 650, fontSize: 17 } }}
      >
        {shown && <EntryDetails entry={shown} subject={thingText(t, shown)} action={actionText(t, shown)} />}
      </Drawer>
    </>
  );
}

/** A record is called here as everywhere. */
const subjectText = (t: TFunction, subject: string) =>
  t([`audit-subject.${subject}`, `record-kind.${subject}`], { defaultValue: subject });
/** The changed record: its name, or its number if it has none. */
const thingText = (t: TFunction, { subject, subjectName, subjectId }: AuditEntry) =>
  `${subjectText(t, subject)} ${subjectName ?? subjectId}`;
const actionText = (t: TFunction, { action }: AuditEntry) =>
  t(`admin.audit.action.${action}`, { defaultValue: action });

function columns(t: TFunction): Column<AuditEntry, Sort>[] {
  const label = (key: string) => t(`admin.audit.${key}`);
  return [
    { key: 'at', label: label('at'), sort: 'at', render: ({ at }) => formatDateTime(at) },
    {
      key: 'username',
      label: label('who'),
      sort: 'username',
      render: ({ username }) => (
        <Text span fw={600}>
          {username ?? label('system')}
        </Text>
      ),
    },
    {
      key: 'subject',
      label: label('subject-label'),
      sort: 'subject',
      render: (entry) => thingText(t, entry),
    },
    {
      key: 'action',
      label: label('action-label'),
      render: (entry) => (
        <Badge variant="default" tt="none" fw={500}>
          {actionText(t, entry)}
        </Badge>
      ),
    },
    {
      key: 'address',
      label: label('address'),
      render: ({ address }) => <span className="mono">{address ?? '–'}</span>,
    },
  ];
}
