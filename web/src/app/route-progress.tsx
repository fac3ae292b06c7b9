import { Center, Loader, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { Mark } from '../ui/mark.tsx';
import classes from './route-progress.module.css';

/** 'Please wait...' from the start of a navigation to its end (specification, sections 2 and 4). */
export function RouteProgress() {
  const { t } = useTranslation();
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div className={classes['overlay']} role="status">
      <Paper shadow="md" px="lg" py="sm" className={classes['card']}>
        <Loader size="sm" />
        <Text fw={500}>{t('app.please-wait')}</Text>
      </Paper>
    </div>
  );
}

/** Before the first page is there. */
export function StartScreen() {
  const { t } = useTranslation();
  return (
    <Center h="100vh" className={classes['start']} role="status">
      <Mark size={40} />
      <Text c="dimmed">{t('app.please-wait')}</Text>
    </Center>
  );
}
