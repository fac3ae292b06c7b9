import type { Contact } from '@milepost/contract/contact-operations';
import { Anchor, Button, Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { CELL_COMMA } from '@milepost/contract/list-text';
import { CONTACT_KINDS } from '@milepost/contract/contact-kinds';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ImportButton } from '../../../ui/import/import-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ChosenBar } from '../../../ui/list-page/chosen-bar.tsx';
import { useChosenRows } from '../../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../../ui/list-page/with-choosing.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { WhenUsed } from '../../../ui/when-used.tsx';

const SORTS = ['name', 'kind', 'address'] as const;
type Sort = (typeof SORTS)[number];
const CONTACT_DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'name', direction: 'asc' };

function Way({ to, text }: { to: 'tel' | 'mailto'; text: string | undefined }) {
  if (text === undefined) return '–';
  // A long address wraps before its @ rather than within a word.
  const [name, host] = text.split('@');
  return (
    <Anchor href={`${to}:${text}`} onClick={(event) => event.stopPropagation()}>
      <bdi dir="ltr">
        {name}
        {host !== undefined && (
          <>
            <wbr />@{host}
          </>
        )}
      </bdi>
    </Anchor>
  );
}

const contactColumns = (t: TFunction): Column<Contact, Sort>[] => [
  { key: 'name', label: t('contacts.name'), sort: 'name', render: ({ name }) => <b>{name}</b> },
  { key: 'kind', label: t('contacts.kind-label'), sort: 'kind', render: ({ kind }) => t(`contacts.kind.${kind}`) },
  { key: 'phones', label: t('contacts.phones'), render: ({ phones }) => <Way to="tel" text={phones[0]} /> },
  {
    key: 'emails',
    from: 820,
    label: t('contacts.emails'),
    text: true,
    render: ({ emails }) => <Way to="mailto" text={emails[0]} />,
  },
  {
    key: 'address',
    from: 980,
    label: t('contacts.address'),
    sort: 'address',
    text: true,
    render: ({ address }) => address ?? '–',
  },
];

const contactCells = (t: TFunction): CsvColumn<Contact>[] => [
  { label: t('contacts.name'), value: ({ name }) => name },
  { label: t('contacts.kind-label'), value: ({ kind }) => t(`contacts.kind.${kind}`) },
  { label: t('contacts.phones'), value: ({ phones }) => phones.join(CELL_COMMA) },
  { label: t('contacts.emails'), value: ({ emails }) => emails.join(CELL_COMMA) },
  { label: t('contacts.address'), value: ({ address }) => address },
  { label: t('contacts.place'), value: ({ place }) => place && `${place.lat}, ${place.lon}` },
  { label: t('contacts.note'), value: ({ note }) => note },
];

const ContactDrawer = lazyPart(() => import('./contact-drawer.tsx'));
const ContactBulk = lazyPart(() => import('./contact-bulk.tsx'));

const nameOf = ({ name }: Contact) => name;

/** Companies and people outside the organisation: list, search, and the form beside it. */
export default function ContactsPage() {
  const { t } = useTranslation();
  const list = useTableState(CONTACT_DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const mayCreate = useMay('contacts', 'create');
  const mayChange = useMay('contacts', 'edit');
  const picks = useChosenRows(nameOf);
  const kind = CONTACT_KINDS.find((one) => one === params.get('kind'));
  const input = { ...list.state, kind };
  const query = useCall('get-contact-list', input, { placeholderData: keepPreviousData });
  const addButton = mayCreate && (
    <>
      <ImportButton kind="contact" />
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
        {t('contacts.add')}
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        title={t('contacts.title')}
        searchLabel={t('contacts.search')}
        list={list}
        columns={mayChange ? withChoosing(t, contactColumns(t), picks, query.data?.rows) : contactColumns(t)}
        query={query}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'contacts',
          columns: contactCells(t),
          fetchPage: (page, pageSize) => call('get-contact-list', { ...input, page, pageSize }),
        }}
        filters={
          <Select
            aria-label={t('contacts.kind-label')}
            placeholder={t('contacts.all-kinds')}
            clearable
            w={{ base: 'calc(50% - 4px)', sm: 170 }}
            data={CONTACT_KINDS.map((value) => ({ value, label: t(`contacts.kind.${value}`) }))}
            value={kind ?? null}
            onChange={(chosen) => list.filter({ kind: chosen })}
          />
        }
        filtered={kind !== undefined}
        actions={addButton}
        empty={{
          Icon: IconAddressBook,
          title: t('contacts.empty'),
          text: t('contacts.empty-text'),
          action: addButton,
        }}
      />
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={{ search: list.state.search, kind }}
        Dialog={mayChange ? ContactBulk : undefined}
      />
      <WhenUsed>
        <ContactDrawer />
      </WhenUsed>
    </>
  );
}
