import { Center, Loader, Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { FOR_A_FORM } from '../../../../ui/form/for-a-form.ts';
import { PageNote } from '../../../../ui/page-note.tsx';
import { InspectForm } from './inspect-form.tsx';
import { newValues } from './inspect-values.ts';
import classes from './inspect.module.css';

/** Goes through a checklist at a vehicle, on a phone. */
export default function InspectPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const ofDrivers = useMay('my-day', 'create');
  const mayCreate = useMay('maintenance', 'create') || ofDrivers;
  const vehicle = params.get('vehicle') ?? '';
  const vehicleId = /^[1-9]\d{0,8}$/.test(vehicle) ? Number(vehicle) : undefined;
  const query = useCall('get-inspection-choices', vehicleId === undefined ? {} : { vehicleId }, {
    ...FOR_A_FORM,
    enabled: mayCreate,
  });
  if (!mayCreate) {
    return (
      <PageNote
        title={t('maintenance.inspect.denied')}
        text={t('maintenance.inspect.denied-text')}
        back={{ path: '/vehicle-info/maintenance/inspections', label: t('maintenance.inspection.title') }}
      />
    );
  }
  const known = query.data?.vehicles.some(({ id }) => id === vehicleId) === true;
  return (
    <div className={classes['page']}>
      <Title order={1} size={20}>
        {t('maintenance.inspect.title')}
      </Title>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && (
        <Center h={200} role="status" aria-label={t('app.please-wait')}>
          <Loader size="sm" />
        </Center>
      )}
      {query.data && (
        <Paper withBorder radius="lg" p="md">
          <InspectForm start={newValues(known ? (vehicleId ?? null) : null, query.data.signedBy)} />
        </Paper>
      )}
    </div>
  );
}
