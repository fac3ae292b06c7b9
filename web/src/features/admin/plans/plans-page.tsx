import { Button } from '@mantine/core';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { SubscriptionNav } from '../subscriptions/subscription-nav.tsx';
import { PLAN_DEFAULTS, planCells, planColumns } from './plan-columns.tsx';
import { WhenUsed } from '../../../ui/when-used.tsx';

const PlanDrawer = lazyPart(async () => ({ default: (await import('./plan-drawer.tsx')).PlanDrawer }));

/** The plans that the organisation and its descendants sell: list, search, and the form beside it. */
export default function PlansPage() {
  const { t } = useTranslation();
  const list = useTableState(PLAN_DEFAULTS);
  const { open } = useOpenRecord();
  const mayCreate = useMay('subscriptions', 'create');
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('subscriptions.plans.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('subscriptions.screen.plans')}
        notice={<SubscriptionNav current="plans" />}
        searchLabel={t('subscriptions.plans.search')}
        list={list}
        columns={planColumns(t)}
        query={useCall('get-plan-list', list.state, { placeholderData: keepPreviousData })}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'plans',
          columns: planCells(t),
          fetchPage: (page, pageSize) => call('get-plan-list', { ...list.state, page, pageSize }),
        }}
        actions={addButton}
        empty={{
          Icon: IconTags,
          title: t('subscriptions.plans.empty'),
          text: t('subscriptions.plans.empty-text'),
          action: addButton,
        }}
      />
      <WhenUsed>
        <PlanDrawer />
      </WhenUsed>
    </>
  );
}
