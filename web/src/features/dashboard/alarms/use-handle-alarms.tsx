import type { AlarmAction, AlarmRow, ReasonCode } from '@milepost/contract/alarm-operations';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { formatNumber } from '../../../text/format.ts';
import { notifyWithUndo } from '../../../ui/toast/notify-with-undo.tsx';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { faultText } from '../../../text/fault-text.ts';

export interface AlarmHandling {
  action: AlarmAction;
  reasonCode?: ReasonCode;
  note?: string;
  assigneeId?: number | null;
}

/**
 * Runs an action on alarms and reports it, with an undo if there is one: an acknowledgement is revoked, an assignment
 * returned to the previous person. It also reports alarms that somebody else handled first.
 * @param onDone receives the alarms in their new state
 */
export function useHandleAlarms(onDone: (alarms: AlarmRow[]) => void) {
  const { t } = useTranslation();

  async function send(alarms: readonly AlarmRow[], deed: AlarmHandling): Promise<AlarmRow[]> {
    const [first] = alarms;
    const former =
      first && alarms.every(({ assigneeId }) => assigneeId === first.assigneeId) ? first.assigneeId : undefined;
    const answer = await call('handle-alarm', {
      ids: alarms.map(({ id }) => id),
      ...deed,
      ...(deed.action === 'assign' && former !== undefined && { assigneeWas: former }),
    });
    onDone(answer.alarms);
    const [skipped] = answer.skipped;
    if (skipped) {
      const count = answer.skipped.length;
      const message = t('alarms.skipped', { count, number: formatNumber(count), why: faultText(skipped.fault) });
      notify(message, { color: 'yellow' });
    }
    return answer.alarms;
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      notifyError(t, error);
    } finally {
      refresh('get-alarm', 'get-alarm-list');
    }
  }

  return (alarms: readonly AlarmRow[], deed: AlarmHandling): Promise<void> =>
    attempt(async () => {
      const done = await send(alarms, deed);
      const count = done.length;
      const message = t(`alarms.done.${deed.action}`, { count, number: formatNumber(count) });
      const back = wayBack(alarms, deed);
      if (back === null) notify(message);
      else notifyWithUndo(t, message, () => attempt(() => send(done, back)));
    });
}

/** The action that undoes another; null if there is none. */
function wayBack(alarms: readonly AlarmRow[], { action }: AlarmHandling): AlarmHandling | null {
  if (action === 'acknowledge') return { action: 'unacknowledge' };
  const formers = new Set(alarms.map(({ assigneeId }) => assigneeId));
  const [former] = formers;
  return action === 'assign' && formers.size === 1 && former !== undefined
    ? { action: 'assign', assigneeId: former }
    : null;
}
