import type { CriticalAlarm } from '@milepost/contract/live';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { formatAgo } from '../../text/format.ts';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { notifyError } from '../toast/notify.ts';
import { AlarmSign } from './alarm-mark.tsx';

/** The newest unacknowledged critical alarm of a vehicle, with the actions for it. */
export default function CriticalAlarmLine({ alarm, now }: { alarm: CriticalAlarm; now: number }) {
  const { t } = useTranslation();
  const mayView = useMay('alarms', 'view');
  const mayEdit = useMay('alarms', 'edit');
  const [busy, setBusy] = useState(false);

  async function handle(action: 'acknowledge' | 'unacknowledge'): Promise<void> {
    setBusy(true);
    try {
      await call('handle-alarm', { ids: [alarm.alarmId], action });
      if (action === 'acknowledge') {
        notifyWithUndo(t, t('alarms.done.acknowledge', { count: 1, number: '1' }), () => handle('unacknowledge'));
      }
    } catch (error) {
      notifyError(t, error);
    } finally {
      setBusy(false);
      refresh('get-alarm', 'get-alarm-list');
    }
  }

  return (
    <div role="status" data-testid="card-critical-alarm">
      <Text size="sm" fw={600} c="var(--danger)" style={{ overflowWrap: 'anywhere' }}>
        <span style={{ display: 'inline-flex', verticalAlign: '-2px', marginInlineEnd: 6 }}>
          <AlarmSign />
        </span>
        {t('track-vehicle.critical-alarm', { rule: alarm.ruleName })}
        {' · '}
        {formatAgo(alarm.start, now)}
      </Text>
      {alarm.count > 1 && (
        <Text size="sm" c="var(--text-dim)">
          {t('alarms.more-critical', { count: alarm.count - 1 })}
        </Text>
      )}
      {(mayView || mayEdit) && (
        <Group gap="sm" mt={6}>
          {mayEdit && (
            <Button
              size="compact-sm"
              leftSection={<IconBellCheck size={15} aria-hidden />}
              loading={busy}
              onClick={() => void handle('acknowledge')}
            >
              {t('alarms.action.acknowledge')}
            </Button>
          )}
          {mayView && (
            <Anchor size="sm" component={Link} to={`/dashboard/alarms?open=${alarm.alarmId}`}>
              {t('alarms.open-alarm')}
            </Anchor>
          )}
        </Group>
      )}
    </div>
  );
}
