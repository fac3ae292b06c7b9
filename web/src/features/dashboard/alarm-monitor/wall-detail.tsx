import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { CloseButton, Group, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { CommandsButton } from '../../../ui/commands/commands-button.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { SeverityChip } from '../../../ui/severity/severity-chip.tsx';
import { AlarmActions } from '../alarms/alarm-actions.tsx';
import { AlarmFacts } from '../alarms/alarm-facts.tsx';
import { AlarmHistory } from '../alarms/alarm-history.tsx';
import { AlarmMap } from '../alarms/alarm-map.tsx';
import type { HandleRequest } from '../alarms/handle-dialog.tsx';
import { NearestList } from '../alarms/nearest-list.tsx';
import { HistoryButton } from '../alarms/history-button.tsx';
import classes from './alarm-monitor.module.css';
import { listText } from '../../../text/list-text.ts';

/** The nearest vehicles change while the alarm does not. */
const REFETCH_MS = 20_000;

interface Props {
  alarm: AlarmRow;
  onClose: () => void;
  onAsk: (request: HandleRequest) => void;
}

/** The alarm that is chosen on the board: its facts, the nearest vehicles, its history. */
export function WallDetail({ alarm, onClose, onAsk }: Props) {
  const { t } = useTranslation();
  const mayView = useMay('alarms', 'view');
  const mayEdit = useMay('alarms', 'edit');
  const query = useCall(
    'get-alarm',
    { id: alarm.id },
    { enabled: mayView, placeholderData: keepPreviousData, refetchInterval: REFETCH_MS },
  );
  // The history of an alarm that the socket updated may not be loaded yet.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => refresh('get-alarm'), [alarm]);
  const data = query.data?.alarm.id === alarm.id ? query.data : undefined;
  return (
    <aside className={classes['detail']} aria-label={listText([alarm.registration, alarm.ruleName])}>
      <Group gap="xs" wrap="nowrap">
        <SeverityChip severity={alarm.severity} />
        <Title order={2} size={18} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {alarm.registration}
        </Title>
        <CloseButton ms="auto" aria-label={t('alarms.wall.close')} onClick={onClose} />
      </Group>
      {mayEdit && (
        <Group gap="xs">
          <AlarmActions alarms={[alarm]} onAsk={onAsk} size="xs" />
        </Group>
      )}
      {alarm.place && <AlarmMap alarm={alarm} place={alarm.place} nearest={data?.nearest ?? []} />}
      <AlarmFacts alarm={alarm} />
      {query.error !== null && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {data && (
        <>
          {alarm.place && <NearestList nearest={data.nearest} />}
          <AlarmHistory alarm={alarm} history={data.history} total={data.historyTotal} />
        </>
      )}
      <Group gap="xs">
        <CommandsButton vehicleId={alarm.vehicleId} registration={alarm.registration} />
        <HistoryButton alarm={alarm} newTab />
      </Group>
    </aside>
  );
}
