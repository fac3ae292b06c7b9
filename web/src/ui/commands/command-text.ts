import { ANSWER_MINUTES, ENGINE_KINDS, type ShownState } from '@milepost/contract/command-kinds';
import type { Command } from '@milepost/contract/command-operations';
import type { TFunction } from 'i18next';
import { formatDayAndClock, formatDistance, formatDuration } from '../../text/format.ts';
import { listText } from '../../text/list-text.ts';

/** The command as text; for a text command, the typed text itself. */
export function commandTitle(
  t: TFunction,
  {
    kind,
    seconds,
    output,
    odometerKm,
    phones,
    text,
  }: Pick<Command, 'kind' | 'seconds' | 'output' | 'odometerKm' | 'phones' | 'text'>,
): string {
  if (kind === 'text') return text ?? '';
  return t(`commands.asked.${kind}`, {
    time: formatDuration(seconds ?? 0),
    output,
    km: formatDistance((odometerKm ?? 0) * 1000),
    phones: listText(phones ?? []),
  });
}

/** An SMS that the provider accepted counts as sent and never changes again. */
type Ageing = Pick<Command, 'kind' | 'state' | 'sentAt' | 'endedAt'>;

export function shownState({ kind, state, sentAt, endedAt }: Ageing, now: number): ShownState {
  if (state === 'answered' && ENGINE_KINDS.some((one) => one === kind)) return 'unclear';
  const over = sentAt !== null && endedAt === null && now - Date.parse(sentAt) > ANSWER_MINUTES * 60_000;
  return state === 'sent' && over ? 'unanswered' : state;
}

/** True if the state of the command can still change soon. */
export const isOpen = (command: Ageing, now: number): boolean =>
  ['waiting', 'sent'].includes(shownState(command, now)) && command.endedAt === null;

/** The reason for its state, and until when it waits; null if the state explains itself. */
export function stateReason(t: TFunction, command: Command, now: number): string | null {
  const { state, fault, whenStanding, bySms, expiresAt, endedAt } = command;
  if (fault !== null) return t(`commands.fault.${fault}`);
  if (state === 'expired') return t('commands.expired-text', { time: formatDayAndClock(expiresAt) });
  if (bySms && state === 'sent' && endedAt !== null) return t('commands.sms-sent');
  if (bySms && state === 'waiting') return t('commands.waits-sms', { time: formatDayAndClock(expiresAt) });
  if (state === 'waiting')
    return t(whenStanding ? 'commands.waits-standing' : 'commands.waits', { time: formatDayAndClock(expiresAt) });
  return shownState(command, now) === 'unanswered' ? t('commands.unanswered-text') : null;
}

/** The person, or the rule, that sent it; null if deleted. */
export const sentBy = (t: TFunction, { by, byRule }: Pick<Command, 'by' | 'byRule'>): string | null =>
  byRule === null ? by : t('commands.by-rule', { name: byRule });
