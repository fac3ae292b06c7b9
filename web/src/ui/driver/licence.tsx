import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { daysText } from '../../text/days-text.ts';
import { formatDate } from '../../text/format.ts';
import { daysLeft, licenceState } from './licence-state.ts';

interface Props {
  expiresOn: string | null;
  today: string;
}

/** The last day of a licence, with a text if it needs attention. */
export function Licence({ expiresOn, today }: Props) {
  const { t } = useTranslation();
  if (expiresOn === null) {
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  }
  const state = licenceState(expiresOn, today);
  return (
    <>
      {formatDate(expiresOn)}{' '}
      {state !== 'valid' && (
        <Text span inherit fw={600} c={state === 'expired' ? 'var(--status-stopped)' : 'var(--status-idle)'}>
          {state === 'expired' ? t('driver-info.licence.expired') : daysText(daysLeft(expiresOn, today))}
        </Text>
      )}
    </>
  );
}
