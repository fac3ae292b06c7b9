import { workOrderName } from '@milepost/contract/maintenance-kinds';
import type { InspectionDetail } from '@milepost/contract/inspection-operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { formatDateTimeWithoutSeconds, formatDistance } from '../../../../text/format.ts';
import { printCopy } from '../../../../ui/export/print-table.ts';
import { deleteWithUndo } from '../../../../ui/form/delete-with-undo.tsx';
import { DefectChip } from '../../../../ui/maintenance/defect-chip.tsx';
import { refreshMaintenance } from '../../../../api/refresh-records.ts';
import { recordId } from '../../../../ui/record-page/record-id.ts';
import { RecordPage } from '../../../../ui/record-page/record-page.tsx';
import { SignatureView } from '../../../../ui/signature/signature-view.tsx';
import { InspectionAnswers } from './inspection-answers.tsx';
import classes from './inspection.module.css';

const LIST = '/vehicle-info/maintenance/inspections';
/** The list in which drivers find their own inspections. */
const OWN_LIST = '/apps/my-day';
const nameOf = ({ registration, name }: InspectionDetail) => `${registration} · ${name}`;

/** One inspection: its results, its signature, and the work order that it opened. */
export default function InspectionPage() {
  const id = recordId(useParams()['inspectionId']);
  const seesAll = useMay('maintenance', 'view');
  const query = useCall('get-inspection-by-id', { id }, { enabled: id > 0 });
  return (
    <RecordPage
      id={id}
      query={query}
      texts="maintenance.inspection"
      list={seesAll ? LIST : OWN_LIST}
      nameOf={({ inspection }) => nameOf(inspection)}
    >
      {({ inspection }) => <Sheet inspection={inspection} />}
    </RecordPage>
  );
}

function Sheet({ inspection }: { inspection: InspectionDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sheet = useRef<HTMLDivElement>(null);
  const mayDelete = useMay('maintenance', 'delete');
  const [mayVehicles, seesOrders] = [useMay('vehicles', 'view'), useMay('maintenance', 'view')];
  const label = (key: string) => t(`maintenance.inspection.${key}`);
  const { id, vehicleId, registration, name, at, severity, odometerM, note, signedBy, signature } = inspection;
  const remove = () =>
    deleteWithUndo(t, {
      name: nameOf(inspection),
      consequence: label('delete-text'),
      remove: () => call('delete-inspection', { id }),
      restore: () => call('restore-inspection', { id }),
      onChanged: refreshMaintenance,
      onRemoved: () => void navigate(LIST),
    });
  return (
    <Paper withBorder radius="lg" p="lg" className={classes['sheet']} ref={sheet}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={1} size={20}>
            {mayVehicles ? (
              <Anchor component={Link} inherit to={`/vehicle-info/${vehicleId}?tab=maintenance`}>
                {registration}
              </Anchor>
            ) : (
              registration
            )}{' '}
            · {name}
          </Title>
          <Text size="sm" c="dimmed">
            {[formatDateTimeWithoutSeconds(at), ...(odometerM === null ? [] : [formatDistance(odometerM)])].join(' · ')}
          </Text>
        </div>
        <Group gap={8} className={classes['actions']}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => sheet.current && printCopy(sheet.current)}
          >
            {label('print')}
          </Button>
          {mayDelete && (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
              {t('form.delete')}
            </Button>
          )}
        </Group>
      </Group>
      <Group gap={12} my="sm">
        {severity === null ? <Text fw={600}>{label('in-order')}</Text> : <DefectChip severity={severity} />}
        {inspection.workOrderId !== null &&
          inspection.workOrderNumber !== null &&
          (seesOrders ? (
            <Anchor component={Link} size="sm" to={`/${recordPath('work-order', inspection.workOrderId)}`}>
              {workOrderName(inspection.workOrderNumber)}
            </Anchor>
          ) : (
            <Text size="sm">{workOrderName(inspection.workOrderNumber)}</Text>
          ))}
      </Group>
      <InspectionAnswers inspection={inspection} />
      {note !== null && (
        <Text className={classes['note']} my="sm">
          {note}
        </Text>
      )}
      <div className={classes['signature']}>
        <SignatureView strokes={signature} label={t('maintenance.inspection.signature-of', { name: signedBy })} />
        <Text size="sm">{signedBy}</Text>
      </div>
    </Paper>
  );
}
