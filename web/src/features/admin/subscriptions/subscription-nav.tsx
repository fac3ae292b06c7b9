import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

const SCREENS = ['subscriptions', 'invoices', 'plans', 'payments'] as const;

/** The navigation between the screens of one menu. */
export function SubscriptionNav({ current }: { current: (typeof SCREENS)[number] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Tabs value={current} onChange={(screen) => screen !== null && void navigate(`/admin/${screen}`)}>
      <Tabs.List aria-label={t('subscriptions.title')}>
        {SCREENS.map((screen) => (
          <Tabs.Tab key={screen} value={screen}>
            {t(`subscriptions.screen.${screen}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
