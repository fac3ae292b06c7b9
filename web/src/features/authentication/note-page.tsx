import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../ui/mark.tsx';

/** A page with a message and a link. */
export function NotePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Center component="main" mih="100dvh" p="lg" bg="var(--surface)">
      <title>{`${title} · ${t('app.name')}`}</title>
      <Stack align="center" gap="sm" maw={420} ta="center">
        <Mark size={48} />
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        {children}
      </Stack>
    </Center>
  );
}
