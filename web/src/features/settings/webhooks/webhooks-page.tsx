import type { Webhook } from '@milepost/contract/webhook-operations';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { DEFAULTS, webhookColumns } from './webhook-columns.tsx';
import { WhenUsed } from '../../../ui/when-used.tsx';

const WebhookDrawer = lazyPart(async () => ({ default: (await import('./webhook-drawer.tsx')).WebhookDrawer }));

/** The webhooks that notify other programs of alarms. */
export default function WebhooksPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state } = list;
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
      <ListPage
        title={t('webhooks.title')}
        searchLabel={t('webhooks.search')}
        columns={webhookColumns(t)}
        list={list}
        query={query}
        onOpen={(webhook: Webhook) => open(webhook.id)}
        actions={addButton}
        empty={{ Icon: IconWebhook, title: t('webhooks.empty'), text: t('webhooks.empty-text'), action: addButton }}
      />
      <WhenUsed>
        <WebhookDrawer opened={opened} onClose={close} onSecret={setSecret} />
      </WhenUsed>
      <SecretDialog
        title={t('webhooks.secret-title')}
        secret={secret}
        texts="webhooks"
        onClose={() => setSecret(null)}
      />
    </>
  );
}
