import type { Webhook } from '@milepost/contract/webhook-operations';
import { Badge, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx';
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { listText } from '../../../text/list-text.ts';

const SORTS = ['name', 'url', 'lastDeliveredAt'] as const;
export type WebhookSort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<WebhookSort> = { sorts: SORTS, sort: 'name', direction: 'asc' };

export function webhookColumns(t: TFunction): Column<Webhook, WebhookSort>[] {
  const label = (key: string) => t(`webhooks.${key}`);
  return [
    {
      key: 'name',
      label: label('name'),
      sort: 'name',
      render: ({ name }) => (
        <Text span fw={600}>
          {name}
        </Text>
      ),
    },
    {
      key: 'url',
      label: label('url'),
      sort: 'url',
      render: ({ url }) => (
        <Text size="sm" truncate maw={320} dir="ltr" title={url}>
          {url}
        </Text>
      ),
    },
    {
      key: 'about',
      label: label('about'),
      render: ({ severities, rules, rulesGone }) => (
        <div>
          <Group gap={8}>
            {severities.map((severity) => (
              <Group key={severity} gap={4} wrap="nowrap">
                <SeverityMark severity={severity} size={11} />
                <Text size="sm">{t(`severity.${severity}`)}</Text>
              </Group>
            ))}
          </Group>
          {rulesGone && (
            <Text size="sm" c="var(--status-idle)">
              {label('rules-gone')}
            </Text>
          )}
          {rules.length > 0 && (
            <Text size="sm" c="dimmed" truncate maw={260}>
              {listText(rules.map(({ name }) => name))}
            </Text>
          )}
        </div>
      ),
    },
    { key: 'state', label: label('state'), render: (webhook) => <WebhookState webhook={webhook} /> },
    {
      key: 'lastDeliveredAt',
      label: label('last-delivered'),
      sort: 'lastDeliveredAt',
      render: ({ lastDeliveredAt }) => <Ago at={lastDeliveredAt} never={label('never')} />,
    },
  ];
}

/** Whether it works, by colour, shape and word. */
function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const state = !webhook.enabled ? 'off' : webhook.failingSince === null ? 'works' : 'failing';
  const looks = {
    off: { color: 'gray', Icon: IconPlayerPause },
    works: { color: 'green', Icon: IconCircleCheck },
    failing: { color: 'orange', Icon: IconAlertTriangle },
  }[state];
  return (
    <Badge color={looks.color} variant="light" tt="none" leftSection={<looks.Icon size={12} aria-hidden />}>
      {t(`webhooks.${state}`)}
    </Badge>
  );
}
