import type { Refusal } from '@milepost/contract/device-routes';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Alert } from '../../../ui/alert/alert.tsx';
import classes from './connect-device.module.css';

/** The frames that the gateway rejected, with counts: the reason why a device may not be seen. */
export function RefusalList({ refusals }: { refusals: readonly Refusal[] }) {
  const { t } = useTranslation();
  if (refusals.length === 0) return null;
  return (
    <Alert type="info" dismissible={false} title={t('settings.connect.refusals')}>
      <ul className={classes.refusals}>
        {refusals.map(({ reason, count, lastAt }) => (
          <li key={reason}>
            {t(`settings.connect.refused.${reason}`)}:{' '}
            {t('settings.connect.refused-times', { count, number: formatNumber(count) })} <Ago at={lastAt} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
