import { recordPath } from '@milepost/contract/record-kinds';
import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDateTimeWithoutSeconds, formatNumber } from '../../text/format.ts';
import { DefectChip } from '../../ui/maintenance/defect-chip.tsx';
import classes from './vehicle-maintenance.module.css';

/** The number of newest inspections; the rest is in their list. */
const SHOWN = 5;

/** The newest inspections of the vehicle, and a button for a new one. */
export function VehicleInspections({ id }: { id: number }) {
  const { t } = useTranslation();
  const mayCreate = useMay('maintenance', 'create');
  const { data } = useCall('get-inspection-list', { vehicleId: id, pageSize: SHOWN, direction: 'desc' });
  if (!data) return null;
  return (
    <Paper withBorder radius="lg" className={classes['history']}>
      <Group justify="space-between" pe="md">
        <h2>
          {t('maintenance.inspection.title')}{' '}
          {data.total > SHOWN && (
            <Anchor component={Link} size="sm" to={`/vehicle-info/maintenance/inspections?vehicle=${id}`}>
              {t('maintenance.order.all', { count: data.total, number: formatNumber(data.total) })}
            </Anchor>
          )}
        </h2>
        {mayCreate && (
          <Button
            component={Link}
            to={`/vehicle-info/maintenance/inspect?vehicle=${id}`}
            size="xs"
            mt="xs"
            variant="light"
            leftSection={<IconClipboardCheck size={14} aria-hidden />}
          >
            {t('maintenance.inspect.title')}
          </Button>
        )}
      </Group>
      {data.total === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('maintenance.inspection.empty')}
        </Text>
      ) : (
        <ul className={classes['orders']}>
          {data.rows.map(({ id: inspectionId, name, at, severity }) => (
            <li key={inspectionId}>
              <Anchor component={Link} size="sm" to={`/${recordPath('inspection', inspectionId)}`}>
                {name} · {formatDateTimeWithoutSeconds(at)}
              </Anchor>
              {severity === null ? (
                <Text span size="sm" c="dimmed">
                  {t('maintenance.inspection.in-order')}
                </Text>
              ) : (
                <DefectChip severity={severity} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}
