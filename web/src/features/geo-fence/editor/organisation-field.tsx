import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { labelledOptions } from '../../../ui/rest-option.ts';

interface Props {
  value: number | null;
  onChange: (id: number | null) => void;
  error: ReactNode;
}

/** The organisation of the geofence, if there is a choice. */
export function OrganisationField({ value, onChange, error }: Props) {
  const { t } = useTranslation();
  const mayView = useMay('organisations', 'view');
  const query = useCall('get-organisation-list', {}, { enabled: mayView });
  const rows = query.data?.rows ?? [];
  if (rows.length < 2) return null;
  return (
    <Select
      label={t('geo-fence.organisation')}
      allowDeselect={false}
      data={labelledOptions(t, rows, query.data?.total)}
      value={value ?? rows.find(({ own }) => own)?.id ?? null}
      onChange={onChange}
      error={error}
    />
  );
}
