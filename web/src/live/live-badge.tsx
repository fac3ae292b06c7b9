import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatNumber } from '../text/format.ts';
import type { ConnectionState } from './connection-state.ts';
import { liveStore } from './live-client.ts';
import classes from './live-badge.module.css';
import { useConnection } from './use-connection.ts';
import { useBrowserNow, useFleetRevision, useLiveSocket } from './use-live.ts';

/** Sign of the live connection in the top bar; keeps the socket open while the shell is shown. */
export function LiveBadge() {
  useLiveSocket();
  useFleetRevision();
  const { t } = useTranslation();
  const state = useConnection();
  const now = useBrowserNow();
  return (
    <output
      className={classes['badge']}
      data-kind={state.kind}
      data-testid="live-badge"
      title={t(`live.hint.${state.kind}`)}
    >
      <span className={classes['dot']} aria-hidden />
      <span>{badgeText(t, state, now)}</span>
      {state.kind === 'live' && <span className={classes['more']}>{liveText(t)}</span>}
    </output>
  );
}

/** What is wrong with the connection, in words; the same on the badge and on the map. */
export function badgeText(t: TFunction, state: ConnectionState, now: number): string {
  if (state.kind === 'live') return t('live.live');
  if (state.kind === 'connecting') return t('live.connecting');
  if (state.kind === 'reconnecting') return t('live.reconnecting', { seconds: state.inS });
  if (state.lastFrameAt === null) return t('live.offline');
  return t('live.offline-since', { ago: formatAgo(state.lastFrameAt, now) });
}

function liveText(t: TFunction): string {
  const count = liveStore.vehicles.size;
  const vehicles = t('live.vehicles', { count, number: formatNumber(count) });
  if (Number.isNaN(liveStore.delayMs)) return ` · ${vehicles}`;
  return ` · ${vehicles} · ${t('live.delay', { seconds: (liveStore.delayMs / 1000).toFixed(1) })}`;
}
