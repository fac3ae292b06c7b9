import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Mark } from '../../ui/mark.tsx';

/** No such page, or none that this role may see. */
export function Page404() {
  const { t } = useTranslation();
  return (
    <Center component="main" mih="100dvh" p="lg" bg="var(--surface)">
      <title>{`${t('authentication.not-found.title')} · ${t('app.name')}`}</title>
      <Stack align="center" gap="sm" maw={420} ta="center">
        <Mark size={48} />
        <Title order={1} size="h2">
          {t('authentication.not-found.title')}
        </Title>
        <Text c="dimmed">{t('authentication.not-found.text')}</Text>
        <Button component={Link} to="/" mt="sm">
          {t('authentication.not-found.home')}
        </Button>
      </Stack>
    </Center>
  );
}
