import { Anchor, Center, List, Paper, Stack, Text, Title } from '@mantine/core';
import { menuPath } from '@milepost/contract/menus';
import { IconBarrierBlock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSetup } from '../../api/setup.ts';
import { MISSING_SCREENS } from './missing-screens.ts';

/** A screen whose content comes with later work: says plainly what is missing, and what there is instead. */
export default function MissingPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const permissions = useSetup().data?.permissions;
  const screen = MISSING_SCREENS.find(({ path }) => pathname === `/${path}`);
  if (!screen) return null;
  const { name, instead } = screen;
  const allowed = instead.filter((menu) => permissions?.[menu]?.view);
  const title = t(`missing.${name}.title`);
  return (
    // Another screen of the kind is another screen, not this one with other words.
    <Center key={name} mih="100%" p="lg">
      <Paper withBorder radius="lg" p="xl" maw={520} w="100%">
        <Stack gap="sm">
          <IconBarrierBlock size={36} stroke={1.4} color="var(--text-dim)" aria-hidden />
          <Title order={1} size={20}>
            {title}
          </Title>
          {/* The link to the one of distribution is shown to those who have its privilege. */}
          <Text>{t(name === 'distribution' ? 'missing.not-yet-granted' : 'missing.not-yet')}</Text>
          <Text c="dimmed">{t(`missing.${name}.text`)}</Text>
          {allowed.length > 0 && <Text fw={600}>{t('missing.instead')}</Text>}
          <List spacing={4}>
            {allowed.map((menu) => (
              <List.Item key={menu}>
                <Anchor component={Link} to={`/${menuPath(menu)}`}>
                  {t(`missing.now.${menu}`)}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Stack>
      </Paper>
    </Center>
  );
}
