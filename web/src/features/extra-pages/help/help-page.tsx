import type { MenuKey } from '@milepost/contract/rights';
import { Accordion, Anchor, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { KeyList } from '../../../ui/key-list/key-list.tsx';
import { useMay } from '../../../api/setup.ts';
import classes from '../profile/profile.module.css';

/** Questions by their catalogue key, with the screen of each. */
const QUESTIONS = [
  { key: 'connect', to: '/settings/connect-device', menu: 'connect-device' },
  { key: 'missing', to: '/track-vehicle', menu: 'live-map' },
  { key: 'status', to: '/track-vehicle', menu: 'live-map' },
  { key: 'history', to: '/history', menu: 'history' },
  { key: 'alarms', to: '/settings/alarm-rules', menu: 'alarm-rules' },
  { key: 'fences', to: '/geo-fence', menu: 'geo-fence' },
  { key: 'share', to: '/track-vehicle', menu: 'live-map' },
  { key: 'figures', to: '/dashboard/main', menu: 'dashboard' },
  { key: 'places', to: '/maps', menu: 'maps' },
  { key: 'thresholds', to: '/admin/organisations', menu: 'organisations' },
  { key: 'people', to: '/admin/users', menu: 'users' },
  { key: 'password', to: '/extra-pages/profile', menu: null },
  { key: 'look', to: null, menu: null },
] as const;

/** Answers to frequent questions, and the keys. */
export default function HelpPage() {
  const { t } = useTranslation();
  return (
    <div className={classes['page']}>
      <title>{`${t('help.title')} · ${t('app.name')}`}</title>
      <Title order={1} size={20}>
        {t('help.title')}
      </Title>
      <div className={classes['columns']}>
        <Accordion variant="separated" defaultValue={QUESTIONS[0].key} order={2}>
          {QUESTIONS.map((question) => (
            <Accordion.Item key={question.key} value={question.key}>
              <Accordion.Control>{t(`help.${question.key}.question`)}</Accordion.Control>
              <Accordion.Panel>
                <Text>{t(`help.${question.key}.answer`)}</Text>
                {question.to !== null && <ScreenLink to={question.to} menu={question.menu} />}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
        <Paper withBorder radius="lg" p="lg" component="section">
          <Title order={2} size={16} mb="sm">
            {t('keys.title')}
          </Title>
          <KeyList />
        </Paper>
      </div>
    </div>
  );
}

function ScreenLink({ to, menu }: { to: string; menu: MenuKey | null }) {
  const { t } = useTranslation();
  const may = useMay(menu ?? 'live-map', 'view');
  if (menu !== null && !may) return null;
  return (
    <Anchor component={Link} to={to} size="sm">
      {t('help.open')}
    </Anchor>
  );
}
