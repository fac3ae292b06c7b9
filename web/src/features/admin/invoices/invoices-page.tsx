import { INVOICE_STATES } from '@milepost/contract/subscription-kinds';
import { Select } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { SubscriptionNav } from '../subscriptions/subscription-nav.tsx';
import { INVOICE_DEFAULTS, invoiceCells, invoiceColumns } from './invoice-columns.tsx';
import { WhenUsed } from '../../../ui/when-used.tsx';

const InvoiceDrawer = lazyPart(async () => ({ default: (await import('./invoice-drawer.tsx')).InvoiceDrawer }));

/** The invoices: list, search, and beside it the invoice with its payments. */
export default function InvoicesPage() {
  const { t } = useTranslation();
  const list = useTableState(INVOICE_DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const state = INVOICE_STATES.find((one) => one === params.get('state'));
  const input = { ...list.state, state };
  return (
    <>
      <ListPage
        title={t('subscriptions.screen.invoices')}
        notice={<SubscriptionNav current="invoices" />}
        searchLabel={t('subscriptions.invoices.search')}
        list={list}
        columns={invoiceColumns(t)}
        query={useCall('get-invoice-list', input, { placeholderData: keepPreviousData })}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'invoices',
          columns: invoiceCells(t),
          fetchPage: (page, pageSize) => call('get-invoice-list', { ...input, page, pageSize }),
        }}
        filters={
          <Select
            aria-label={t('subscriptions.state-label')}
            placeholder={t('subscriptions.all-states')}
            clearable
            w={{ base: 'calc(50% - 4px)', sm: 170 }}
            data={INVOICE_STATES.map((value) => ({ value, label: t(`subscriptions.state.${value}`) }))}
            value={state ?? null}
            onChange={(chosen) => list.filter({ state: chosen })}
          />
        }
        filtered={state !== undefined}
        empty={{
          Icon: IconFileInvoice,
          title: t('subscriptions.invoices.empty'),
          text: t('subscriptions.invoices.empty-text'),
        }}
      />
      <WhenUsed>
        <InvoiceDrawer />
      </WhenUsed>
    </>
  );
}
