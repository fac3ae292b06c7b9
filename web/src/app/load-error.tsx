import { Button, Center, Code, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { CallError } from '../api/call-error.ts';

/** Shown where a page could not be loaded or drawn: a chunk that does not arrive, a server that does not answer. */
export function LoadError() {
  const { t } = useTranslation();
  const error = useRouteError();
  // The session has ended and the browser is on its way to sign-in.
  const leaving = error instanceof CallError && error.status === 400;
  // Specification, section 8: the router itself keeps quiet about what it could not load.
  useEffect(() => {
    if (!leaving) console.error(error);
  }, [leaving, error]);
  if (leaving) return null;
  return (
    <Center h="100%" mih={320} p="lg">
      <Stack align="center" gap="sm" maw={440} role="alert">
        <IconPlugConnectedX size={40} stroke={1.5} color="var(--text-dim)" aria-hidden />
        <Title order={1} size="h3" ta="center">
          {t('app.load-error.title')}
        </Title>
        <Text c="dimmed" ta="center">
          {t(messageKey(error))}
        </Text>
        {error instanceof Error && !(error instanceof CallError && error.status === 0) && (
          <Code c="dimmed" bg="transparent">
            {error.message}
          </Code>
        )}
        <Button onClick={() => location.reload()}>{t('app.load-error.reload')}</Button>
      </Stack>
    </Center>
  );
}

function messageKey(error: unknown): string {
  if (error instanceof CallError) return error.status === 0 ? 'app.load-error.unreachable' : 'app.load-error.refused';
  const isChunk = error instanceof TypeError && /import|module/i.test(error.message);
  return isChunk ? 'app.load-error.chunk' : 'app.load-error.fault';
}
