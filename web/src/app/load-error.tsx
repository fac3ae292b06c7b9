import { Button, Center, Code, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { CallError } from '../api/call-error.ts';
import { isBack } from '../api/is-back.ts';
import { isLeaving } from '../api/session-end.ts';

/** Shown if a page could not be loaded or rendered: a chunk that does not arrive, or a server that does not reply. */
export function LoadError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const [waiting, setWaiting] = useState(false);
  const [inVain, setInVain] = useState(false);
  // The session has ended and the browser is on its way to sign-in.
  const leaving = isLeaving();
  // Specification, section 8: the router itself does not log what it could not load.
  useEffect(() => {
    if (!leaving) console.error(error);
  }, [leaving, error]);
  if (leaving) return null;
  const unanswered = error instanceof CallError && error.status === 0;

  /** Without a server a reload would lead to the browser's own error page. */
  async function reloadWhenBack() {
    setWaiting(true);
    setInVain(false);
    if (await isBack(location.href)) return location.reload();
    setWaiting(false);
    setInVain(true);
  }
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
        {error instanceof Error && !unanswered && (
          <Code c="dimmed" bg="transparent">
            {error.message}
          </Code>
        )}
        {inVain && <Text role="status">{t('app.load-error.in-vain')}</Text>}
        <Button loading={waiting} onClick={() => (unanswered ? void reloadWhenBack() : location.reload())}>
          {t('app.load-error.reload')}
        </Button>
      </Stack>
    </Center>
  );
}

function messageKey(error: unknown): string {
  if (error instanceof CallError) return error.status === 0 ? 'app.load-error.unreachable' : 'app.load-error.refused';
  const isChunk = error instanceof TypeError && /import|module/i.test(error.message);
  return isChunk ? 'app.load-error.chunk' : 'app.load-error.fault';
}
