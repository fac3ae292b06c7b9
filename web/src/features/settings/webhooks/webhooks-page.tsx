import type { Webhook } from '@milepost/contract/webhook-routes';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { fromQuery } from '../../../ui/data-table/from-query.ts';
import { TablePage } from '../../../ui/data-table/table-page.tsx';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { DEFAULTS, webhookColumns } from './webhook-columns.tsx';

const WebhookDrawer = lazyPart(async () => ({ default: (await import('./webhook-drawer.tsx')).WebhookDrawer }));

/** Other programs that are told of alarms. */
export default function WebhooksPage() {
  const { t } = useTranslation();
  const { state, change } = useTableState(DEFAULTS);
  const [, setParams] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const [secret, setSecret] = useState<string | null>(null);
  const mayCreate = useMay('webhooks', 'create');
  const query = useCall('get-webhook-list', state, { placeholderData: keepPreviousData });
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <>
      <TablePage
        title={t('webhooks.title')}
        label={t('webhooks.title')}
        searchLabel={t('webhooks.search')}
        columns={webhookColumns(t)}
        state={state}
        onChange={change}
        {...fromQuery(query)}
        onOpen={(webhook: Webhook) => open(webhook.id)}
        onClearFilters={() => setParams({})}
        actions={addButton}
        empty={
          <EmptyNote
            icon={<IconWebhook size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
            title={t('webhooks.empty')}
            text={t('webhooks.empty-text')}
          >
            {addButton}
          </EmptyNote>
        }
      />
      <Suspense>
        <WebhookDrawer opened={opened} onClose={close} onSecret={setSecret} />
      </Suspense>
      <SecretDialog
        title={t('webhooks.secret-title')}
        secret={secret}
        texts="webhooks"
        onClose={() => setSecret(null)}
      />
    </>
  );
}
