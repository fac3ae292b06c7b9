import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import classes from '../admin.module.css';
import { ServerNotices } from '../server-notices.tsx';
import { SessionTable } from './session-table.tsx';
import { SignInTable } from './sign-in-table.tsx';

/** The current sessions and the sign-in attempts. The tab is stored in the address. */
export default function SessionsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'sign-ins' ? 'sign-ins' : 'sessions';
  return (
    <Tabs
      value={tab}
      // The search of one table is meaningless for the other.
      onChange={(next) => setParams(next === 'sign-ins' ? { tab: 'sign-ins' } : {})}
      keepMounted={false}
      className={classes['column'] ?? ''}
    >
      <ServerNotices />
      <Tabs.List px={{ base: 12, sm: 24 }} pt={8}>
        <Tabs.Tab value="sessions">{t('admin.sessions.title')}</Tabs.Tab>
        <Tabs.Tab value="sign-ins">{t('admin.sign-ins.title')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="sessions" className={classes['rest'] ?? ''}>
        <SessionTable />
      </Tabs.Panel>
      <Tabs.Panel value="sign-ins" className={classes['rest'] ?? ''}>
        <SignInTable />
      </Tabs.Panel>
    </Tabs>
  );
}
