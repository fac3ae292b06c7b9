import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/setup.ts';
import { formatAgo, formatNumber } from '../text/format.ts';
import type { ConnectionState } from './connection-state.ts';
import { liveStore } from './live-client.ts';
import type { LiveStore } from './live-store.ts';
import classes from './live-badge.module.css';
import { useConnection } from './use-connection.ts';
import { useBrowserNow, useFleetRevision, useLiveSocket, useServerNow } from './use-live.ts';

/** If no vehicle has reported for this long, nothing on the map counts as live, although the server is reachable. */
const QUIET_MS = 10 * 60_000;
const QUIET_STEP_MS = 10_000;

/**
 * True if the fleet is loaded and no vehicle has reported recently. @param now by the server's clock, epoch
 * milliseconds
 */
export const isFleetSilent = ({ loaded, lastReceiptAt }: Pick<LiveStore, 'loaded' | 'lastReceiptAt'>, now: number) =>
  loaded && now - lastReceiptAt > QUIET_MS;

/** The live connection's badge in the top bar; keeps the socket open while the shell is shown. */
export function LiveBadge() {
  useLiveSocket();
  useFleetRevision();
  const { t } = useTranslation();
  const state = useConnection();
  const now = useBrowserNow();
  const serverNow = useServerNow(QUIET_STEP_MS);
  // A person who may not see vehicles receives no fleet data.
  const seesVehicles = useMay('live-map', 'view');
  const byCalls = state.kind === 'live' && state.byCalls === true;
  const isQuiet = state.kind === 'live' && seesVehicles && isFleetSilent(liveStore, serverNow);
  const isPlain = state.kind === 'live' && !seesVehicles && !byCalls;
  return (
    <output
      className={classes['badge']}
      data-kind={state.kind}
      data-quiet={isQuiet || undefined}
      data-testid="live-badge"
      data-by-calls={byCalls || undefined}
      title={isPlain ? t('live.connected') : t(`live.hint.${isQuiet ? 'quiet' : byCalls ? 'by-calls' : state.kind}`)}
    >
      <span className={classes['dot']} aria-hidden />
      <span>{isQuiet || isPlain ? t('live.connected') : badgeText(t, state, now)}</span>
      {state.kind === 'live' && seesVehicles && (
        <span className={classes['more']}>{isQuiet ? quietText(t, serverNow) : liveText(t)}</span>
      )}
    </output>
  );
}

/** The problem of the connection in words; the same on the badge and on the map. */
export function badgeText(t: TFunction, state: ConnectionState, now: number): string {
  if (state.kind === 'live') return t(state.byCalls ? 'live.by-calls' : 'live.live');
  if (state.kind === 'connecting') return t('live.connecting');
  if (state.kind === 'reconnecting') return t('live.reconnecting', { seconds: state.inS });
  if (state.lastFrameAt === null) return t('live.offline');
  return t('live.offline-since', { ago: formatAgo(state.lastFrameAt, now) });
}

function quietText(t: TFunction, now: number): string {
  const at = liveStore.lastReceiptAt;
  return ` · ${at === 0 ? t('live.no-report') : t('live.last-report', { ago: formatAgo(at, now) })}`;
}

function liveText(t: TFunction): string {
  const count = liveStore.vehicles.size;
  const vehicles = t('live.vehicles', { count, number: formatNumber(count) });
  if (Number.isNaN(liveStore.delayMs)) return ` · ${vehicles}`;
  return ` · ${vehicles} · ${t('live.delay', { seconds: (liveStore.delayMs / 1000).toFixed(1) })}`;
}
