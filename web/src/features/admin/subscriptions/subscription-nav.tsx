import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

const SCREENS = ['subscriptions', 'invoices', 'plans', 'payments'] as const;

/** The screens of one menu, each a link to the others. */
export function SubscriptionNav({ current }: { current: (typeof SCREENS)[number] }) {
  const { t } = useTranslation();
  return (
    <Group component="nav" gap={6} aria-label={t('subscriptions.title')}>
      {SCREENS.map((screen) => (
        <Button
          key={screen}
          component={Link}
          to={`/admin/${screen}`}
          size="xs"
          variant={screen === current ? 'light' : 'subtle'}
          aria-current={screen === current ? 'page' : undefined}
        >
          {t(`subscriptions.screen.${screen}`)}
        </Button>
      ))}
    </Group>
  );
}
