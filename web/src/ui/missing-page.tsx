import type { MenuKey } from '@milepost/contract/menu';
import { Anchor, Center, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBarrierBlock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSetup } from '../api/setup.ts';

/** What works now and does part of the job; each is a screen that is there. */
type Instead =
  | 'live-map'
  | 'dashboard'
  | 'history'
  | 'timeline'
  | 'in-out-location'
  | 'geo-fence'
  | 'vehicles'
  | 'devices'
  | 'outbox'
  | 'components';

const SCREENS: Record<Instead, { path: string; menu: MenuKey }> = {
  'live-map': { path: '/track-vehicle', menu: 'live-map' },
  dashboard: { path: '/dashboard/main', menu: 'dashboard' },
  history: { path: '/history', menu: 'history' },
  timeline: { path: '/timeline', menu: 'timeline' },
  'in-out-location': { path: '/in-out-location', menu: 'in-out-location' },
  'geo-fence': { path: '/geo-fence', menu: 'geo-fence' },
  vehicles: { path: '/vehicle-info', menu: 'vehicles' },
  devices: { path: '/settings/devices', menu: 'devices' },
  outbox: { path: '/admin/outbox', menu: 'outbox' },
  components: { path: '/charts', menu: 'charts' },
};

interface Props {
  /** Name of the screen under `missing` in the catalogue. */
  screen: string;
  instead?: readonly Instead[];
  /** A privilege of its own shows the way here, though there is nothing yet. */
  granted?: boolean;
  children?: ReactNode;
}

/** A screen whose content comes with later work: says plainly what is missing, and what there is instead. */
export function MissingPage({ screen, instead = ['live-map', 'vehicles'], granted = false, children }: Props) {
  const { t } = useTranslation();
  const permissions = useSetup().data?.permissions;
  const allowed = instead.filter((name) => permissions?.[SCREENS[name].menu]?.view);
  const title = t(`missing.${screen}.title`);
  return (
    <Center mih="100%" p="lg">
      <title>{`${title} · ${t('app.name')}`}</title>
      <Paper withBorder radius="lg" p="xl" maw={520} w="100%">
        <Stack gap="sm">
          <IconBarrierBlock size={36} stroke={1.4} color="var(--text-dim)" aria-hidden />
          <Title order={1} size={20}>
            {title}
          </Title>
          <Text>{t(granted ? 'missing.not-yet-granted' : 'missing.not-yet')}</Text>
          <Text c="dimmed">{t(`missing.${screen}.text`)}</Text>
          {allowed.length > 0 && <Text fw={600}>{t('missing.instead')}</Text>}
          <List spacing={4}>
            {allowed.map((name) => (
              <List.Item key={name}>
                <Anchor component={Link} to={SCREENS[name].path}>
                  {t(`missing.now.${name}`)}
                </Anchor>
              </List.Item>
            ))}
          </List>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
