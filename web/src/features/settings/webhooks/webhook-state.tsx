import type { Webhook } from '@milepost/contract/webhook-routes';
import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Whether it works: by colour, shape and word. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
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
