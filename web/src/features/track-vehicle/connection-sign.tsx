import { IconChevronDown, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { badgeText } from '../../live/live-badge.tsx';
import { useConnection } from '../../live/use-connection.ts';
import { useBrowserNow } from '../../live/use-live.ts';
import classes from './track-vehicle-page.module.css';

/** A note on the map that the data can be old, or comes by calls; hidden while the connection is normal. */
export function ConnectionSign() {
  const { t } = useTranslation();
  const state = useConnection();
  const now = useBrowserNow();
  if (state.kind === 'live') return state.byCalls ? <CallsSign /> : null;
  const Icon = state.kind === 'offline' ? IconCloudOff : IconRefresh;
  return (
    <div className={classes.sign} data-kind={state.kind} role="status" data-testid="connection-sign">
      <Icon size={15} aria-hidden />
      {badgeText(t, state, now)}
    </div>
  );
}

/** A note that the live connection is refused on the way; with the remedy for people who can apply it. */
function CallsSign() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const mayMend = useMay('organisations', 'view');
  const shared = { className: classes.sign, 'data-by-calls': true, 'data-testid': 'connection-sign' };
  const note = (
    <>
      <IconRefresh size={15} aria-hidden />
      {t('live.calls-note')}
    </>
  );
  if (!mayMend) {
    return (
      <div {...shared} role="status">
        {note}
      </div>
    );
  }
  return (
    <button {...shared} type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
      {note}
      <IconChevronDown size={15} aria-hidden style={{ rotate: open ? '180deg' : undefined }} />
      {open && <span className={classes.cure}>{t('live.calls-cure')}</span>}
    </button>
  );
}
