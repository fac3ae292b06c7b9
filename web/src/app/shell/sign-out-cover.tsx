import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { readSignOut, tryNow, watchSignOut } from '../../api/sign-out.ts';
import classes from './shell.module.css';

/**
 * Covers everything from the moment of signing out: the session's content must stay hidden from others while the server
 * is asked to end the session.
 */
export function SignOutCover() {
  const { t } = useTranslation();
  const state = useSyncExternalStore(watchSignOut, readSignOut);
  const retryButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state === 'unanswered') retryButton.current?.focus();
  }, [state]);
  if (state === null) return null;
  return (
    <Center className={classes.cover} p="lg">
      {state === 'busy' ? (
        <Stack align="center" gap="sm" role="status">
          <Loader size="sm" />
          <Text c="dimmed">{t('app.sign-out.busy')}</Text>
        </Stack>
      ) : (
        <Stack align="center" gap="sm" maw={440} role="alert">
          <Title order={1} size="h3" ta="center">
            {t('app.sign-out.title')}
          </Title>
          <Text c="dimmed" ta="center">
            {t('app.sign-out.text')}
          </Text>
          <Button ref={retryButton} onClick={tryNow}>
            {t('app.sign-out.again')}
          </Button>
        </Stack>
      )}
    </Center>
  );
}
