import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { badgeText } from '../../live/live-badge.tsx';
import { useConnection } from '../../live/use-connection.ts';
import { useBrowserNow } from '../../live/use-live.ts';
import classes from './track-vehicle-page.module.css';

/** Says on the map that what is seen may be old; nothing while the connection is live. */
export function ConnectionSign() {
  const { t } = useTranslation();
  const state = useConnection();
  const now = useBrowserNow();
  if (state.kind === 'live') return null;
  const Icon = state.kind === 'offline' ? IconCloudOff : IconRefresh;
  return (
    <div className={classes.sign} data-kind={state.kind} role="status" data-testid="connection-sign">
      <Icon size={15} aria-hidden />
      {badgeText(t, state, now)}
    </div>
  );
}
