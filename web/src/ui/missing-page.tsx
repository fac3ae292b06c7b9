import { Anchor, Center, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBarrierBlock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** What works now and does part of the job; each is a screen that is there. */
type Instead = 'live-map' | 'vehicles' | 'devices' | 'outbox' | 'components';

const PATHS: Record<Instead, string> = {
  'live-map': '/track-vehicle',
  vehicles: '/vehicle-info',
  devices: '/settings/devices',
  outbox: '/admin/outbox',
  components: '/charts',
};

interface Props {
  /** Name of the screen under `missing` in the catalogue. */
  screen: string;
  instead?: readonly Instead[];
  children?: ReactNode;
}

/** A screen whose content comes with later work: says plainly what is missing, and what there is instead. */
export function MissingPage({ screen, instead = ['live-map', 'vehicles'], children }: Props) {
  const { t } = useTranslation();
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
          <Text>{t('missing.not-yet')}</Text>
          <Text c="dimmed">{t(`missing.${screen}.text`)}</Text>
          <Text fw={600}>{t('missing.instead')}</Text>
          <List spacing={4}>
            {instead.map((name) => (
              <List.Item key={name}>
                <Anchor component={Link} to={PATHS[name]}>
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
