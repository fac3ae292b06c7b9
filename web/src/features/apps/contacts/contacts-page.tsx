import { CONTACT_KINDS } from '@milepost/contract/contact-kinds';
import type { Contact } from '@milepost/contract/contact-routes';
import { Button, Select } from '@mantine/core';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense } from 'react';
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
import { CONTACT_DEFAULTS, contactCells, contactColumns } from './contact-columns.tsx';

const ContactDrawer = lazyPart(async () => ({ default: (await import('./contact-drawer.tsx')).ContactDrawer }));
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
      <Suspense>
        <ContactDrawer />
      </Suspense>
    </>
  );
}
