import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSetup } from '../../api/setup.ts';

const BOARD = '/vehicle-info/maintenance';
/** Plans concern vehicles whatever the limit of a person. */
const PAGES = [
  { name: 'due', path: BOARD, forLimited: true },
  { name: 'orders', path: `${BOARD}/orders`, forLimited: true },
  { name: 'inspections', path: `${BOARD}/inspections`, forLimited: true },
  { name: 'plans', path: `${BOARD}/plans`, forLimited: false },
  { name: 'checklists', path: `${BOARD}/checklists`, forLimited: true },
] as const;

/** The navigation between the screens of maintenance. */
export function MaintenanceTabs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const limited = useSetup().data?.limited === true;
  return (
    <Tabs value={pathname} onChange={(path) => path !== null && void navigate(path)}>
      <Tabs.List aria-label={t('maintenance.title')}>
        {PAGES.filter(({ forLimited }) => forLimited || !limited).map(({ name, path }) => (
          <Tabs.Tab key={name} value={path}>
            {t(`maintenance.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
