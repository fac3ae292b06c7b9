import { SUBSCRIPTION_STATES } from '@milepost/contract/subscription-kinds';
import type { Subscription } from '@milepost/contract/subscription-operations';
import { Button, Select } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ChosenBar } from '../../../ui/list-page/chosen-bar.tsx';
import { useChosenRows } from '../../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../../ui/list-page/with-choosing.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { SUBSCRIPTION_DEFAULTS, subscriptionCells, subscriptionColumns } from './subscription-columns.tsx';
import { SubscriptionNav } from './subscription-nav.tsx';
import { WhenUsed } from '../../../ui/when-used.tsx';

const SubscriptionDrawer = lazyPart(async () => ({
  default: (await import('./subscription-drawer.tsx')).SubscriptionDrawer,
}));
const SubscriptionBulk = lazyPart(() => import('./subscription-bulk.tsx'));

const nameOf = ({ organisationName, planName }: Subscription) => `${organisationName} · ${planName}`;

/** The subscriptions of the organisation and its descendants: list, search, and the form beside it. */
export default function SubscriptionsPage() {
  const { t } = useTranslation();
  const list = useTableState(SUBSCRIPTION_DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const mayCreate = useMay('subscriptions', 'create');
  const mayChange = useMay('subscriptions', 'edit');
  const picks = useChosenRows(nameOf);
  const state = SUBSCRIPTION_STATES.find((one) => one === params.get('state'));
  const input = { ...list.state, state };
  const query = useCall('get-subscription-list', input, { placeholderData: keepPreviousData });
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('subscriptions.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('subscriptions.title')}
        notice={<SubscriptionNav current="subscriptions" />}
        searchLabel={t('subscriptions.search')}
        list={list}
        columns={mayChange ? withChoosing(t, subscriptionColumns(t), picks, query.data?.rows) : subscriptionColumns(t)}
        query={query}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'subscriptions',
          columns: subscriptionCells(t),
          fetchPage: (page, pageSize) => call('get-subscription-list', { ...input, page, pageSize }),
        }}
        filters={
          <Select
            aria-label={t('subscriptions.state-label')}
            placeholder={t('subscriptions.all-states')}
            clearable
            w={{ base: 'calc(50% - 4px)', sm: 170 }}
            data={SUBSCRIPTION_STATES.map((value) => ({ value, label: t(`subscriptions.state.${value}`) }))}
            value={state ?? null}
            onChange={(chosen) => list.filter({ state: chosen })}
          />
        }
        filtered={state !== undefined}
        actions={addButton}
        empty={{
          Icon: IconReceipt,
          title: t('subscriptions.empty'),
          text: t('subscriptions.empty-text'),
          action: addButton,
        }}
      />
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={{ search: list.state.search, state }}
        Dialog={mayChange ? SubscriptionBulk : undefined}
      />
      <WhenUsed>
        <SubscriptionDrawer />
      </WhenUsed>
    </>
  );
}
