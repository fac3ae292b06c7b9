import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../api/refresh.ts';
import { useCall } from '../api/use-call.ts';
import { formatNumber } from '../text/format.ts';
import { Alert } from './alert/alert.tsx';

const SOON_MS = 5000;
const LATER_MS = 60_000;

/** A note that the past visits of new geofences are still being computed, with the progress; hidden when done. */
export function FencePasts() {
  const { t } = useTranslation();
  const { data } = useCall(
    'get-fence-pasts',
    {},
    { refetchInterval: ({ state }) => (state.data && state.data.fences === 0 ? LATER_MS : SOON_MS) },
  );
  const fences = data?.fences ?? 0;
  const before = useRef(0);
  useEffect(() => {
    // The visits found since then are not displayed yet.
    if (before.current > 0 && fences === 0)
      refresh('get-visit-list', 'get-visits-inside', 'get-visit-totals', 'get-fence-now');
    before.current = fences;
  }, [fences]);
  if (!data || fences === 0) return null;
  return (
    <Alert type="info" dismissible={false} role="status">
      {t('fence-pasts.text', { fences: formatNumber(fences), percent: formatNumber(data.percent) })}
    </Alert>
  );
}
