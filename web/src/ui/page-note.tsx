import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

interface Props {
  title: string;
  text: string;
  /** The page that the person most likely wanted; the start page by default. */
  back?: { path: string; label: string };
}

/** Shown instead of a screen that does not exist or that the role may not see, with a link to another page. */
export function PageNote({ title, text, back }: Props) {
  const { t } = useTranslation();
  return (
    <Center mih="100%" p="lg">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <IconMapQuestion size={40} stroke={1.5} color="var(--text-dim)" aria-hidden />
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        <Button component={Link} to={back?.path ?? '/'} mt="sm">
          {back?.label ?? t('shell.to-start')}
        </Button>
      </Stack>
    </Center>
  );
}
