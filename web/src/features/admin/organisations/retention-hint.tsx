import { Button } from '@mantine/core';
import { IconHistoryOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { Alert } from '../../../ui/alert/alert.tsx';

/** Shown until somebody has chosen how long each kind of data is kept. */
export function RetentionHint({ organisationId, onChoose }: { organisationId: number; onChoose: () => void }) {
  const { t } = useTranslation();
  const enabled = useMay('organisations', 'delete');
  const { data } = useCall('get-retention', { id: organisationId }, { enabled });
  if (!data?.rows.some(({ own, above }) => own === null && above === null)) return null;
  return (
    <Alert type="info" icon={<IconHistoryOff aria-hidden />} dismissible={false}>
      {t('retention.undecided')}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onChoose}>
        {t('retention.choose')}
      </Button>
    </Alert>
  );
}
