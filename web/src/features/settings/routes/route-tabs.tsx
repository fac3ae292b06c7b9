import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useMay } from '../../../api/setup.ts';

const PAGES = [
  { name: 'routes', path: '/settings/routes' },
  { name: 'runs', path: '/settings/runs' },
  { name: 'depots', path: '/settings/depots' },
  { name: 'spread', path: '/settings/spread' },
] as const;

/** The navigation between the screens of routes. */
export function RouteTabs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const maySpread = useMay('routes', 'create');
  const pages = PAGES.filter(({ name }) => name !== 'spread' || maySpread);
  return (
    <Tabs value={pathname} onChange={(path) => path !== null && void navigate(path)}>
      <Tabs.List aria-label={t('routes.title')}>
        {pages.map(({ name, path }) => (
          <Tabs.Tab key={name} value={path}>
            {t(`routes.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
