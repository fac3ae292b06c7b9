import { List, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { faultText } from '../../text/fault-text.ts';
import { Alert } from '../alert/alert.tsx';

interface Props {
  vehicleId: number | null;
  driverId: number | null;
  /** ISO 8601; null if not chosen yet. Without an end only the begin counts. */
  from: string | null;
  to: string | null;
  value: string;
  error: ReactNode;
  /** The stored reason of the record. It covers only the obstacles of its own time, so it is not sent again. */
  former?: string | undefined;
  readOnly?: boolean;
  onChange: (reason: string) => void;
}

/**
 * Warns that the chosen vehicle or driver must not be used at this time, and takes the reason for using it anyway.
 * Shows nothing if there is no obstacle.
 */
export function OverrideField({
  vehicleId,
  driverId,
  from,
  to,
  value,
  error,
  former,
  readOnly = false,
  onChange,
}: Props) {
  const { t } = useTranslation();
  const chosen = from !== null && (vehicleId !== null || driverId !== null);
  const { data } = useCall('get-obstacles', { vehicleId, driverId, from: from ?? '', to }, { enabled: chosen });
  const faults = chosen ? [data?.vehicle, data?.driver].filter((fault) => fault != null) : [];
  if (faults.length === 0 && !error) return null;
  return (
    <Alert type="warning" dismissible={false} title={t('availability.title')} role="status">
      <List size="sm" mb="xs">
        {faults.map((fault) => (
          <List.Item key={fault.code}>{faultText(fault)}</List.Item>
        ))}
      </List>
      {former !== undefined && (
        <Text size="sm" mb="xs">
          {t('availability.used-anyway', { reason: former })}
        </Text>
      )}
      {!readOnly && (
        <TextInput
          label={t('availability.reason')}
          description={t('availability.reason-hint')}
          value={value}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          maxLength={300}
        />
      )}
    </Alert>
  );
}
