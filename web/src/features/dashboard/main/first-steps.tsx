import { Button, Paper } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import classes from './main.module.css';

/** Instructions while no device has ever reported. */
export function FirstSteps({ vehicles }: { vehicles: number }) {
  const { t } = useTranslation();
  const mayConnect = useMay('connect-device', 'view');
  const maySee = useMay('vehicles', 'view');
  return (
    <Paper withBorder radius="lg" className={classes['first']}>
      <EmptyNote
        icon={<IconPlugConnected size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
        title={t(vehicles === 0 ? 'dashboard.first.no-vehicles' : 'dashboard.first.no-reports')}
        text={t(mayConnect ? 'dashboard.first.text' : 'dashboard.first.ask')}
      >
        {maySee && vehicles > 0 && (
          <Button variant="default" component={Link} to="/vehicle-info">
            {t('dashboard.first.vehicles')}
          </Button>
        )}
        {mayConnect && (
          <Button component={Link} to="/settings/connect-device">
            {t('dashboard.first.connect')}
          </Button>
        )}
      </EmptyNote>
    </Paper>
  );
}
