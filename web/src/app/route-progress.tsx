import { Button, Center, Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { Mark } from '../ui/mark.tsx';
import classes from './route-progress.module.css';

/** After this time the person is informed that the wait is unusual, and can end it. */
export const SLOW_MS = 6000;

/** 'Please wait...' from the start of a navigation to its end (specification, sections 2 and 4). */
export function RouteProgress() {
  const { t } = useTranslation();
  const { state } = useNavigation();
  const location = useLocation();
  const navigate = useNavigate();
  if (state === 'idle') return null;
  return (
    <div className={classes['overlay']} role="status">
      <Paper shadow="md" px="lg" py="sm">
        <div className={classes['card']}>
          <Loader size="sm" />
          <Text fw={500}>{t('app.please-wait')}</Text>
        </div>
        {/* A link to the current page: it replaces the navigation in progress. */}
        <SlowNote onStay={() => void navigate(location, { replace: true })} />
      </Paper>
    </div>
  );
}

/** Shown before the first page is loaded. */
export function StartScreen() {
  const { t } = useTranslation();
  return (
    <Center h="100vh" className={classes['start']} role="status">
      <Mark size={40} />
      <Text c="dimmed">{t('app.please-wait')}</Text>
      <SlowNote />
    </Center>
  );
}

/**
 * The browser waits endlessly for a chunk that does not arrive or a server that hangs. A slow transfer must not be
 * cancelled either, so the person is informed and chooses.
 */
function SlowNote({ onStay }: { onStay?: () => void }) {
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!slow) return null;
  return (
    <Stack gap="sm" mt="sm" align="center" className={classes['slow']}>
      <Text c="dimmed">{t('app.slow')}</Text>
      <Group gap="sm" justify="center">
        {onStay && (
          <Button variant="default" onClick={onStay}>
            {t('app.stay')}
          </Button>
        )}
        <Button variant="default" onClick={() => location.reload()}>
          {t('app.load-error.reload')}
        </Button>
      </Group>
    </Stack>
  );
}
