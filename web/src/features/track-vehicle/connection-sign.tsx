import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { badgeText } from '../../live/live-badge.tsx';
import { useConnection } from '../../live/use-connection.ts';
import { useBrowserNow } from '../../live/use-live.ts';
import classes from './track-vehicle-page.module.css';

/** Says on the map that what is seen may be old, or comes by calls; nothing while the connection is live as it should be. */
export function ConnectionSign() {
  const { t } = useTranslation();
  const state = useConnection();
  const now = useBrowserNow();
  const mayMend = useMay('organisations', 'view');
  if (state.kind === 'live' && !state.byCalls) return null;
  const Icon = state.kind === 'offline' ? IconCloudOff : IconRefresh;
  return (
    <div className={classes.sign} data-kind={state.kind} role="status" data-testid="connection-sign">
      <Icon size={15} aria-hidden />
      {state.kind === 'live' ? t(mayMend ? 'live.calls-cure' : 'live.calls-note') : badgeText(t, state, now)}
    </div>
  );
}
