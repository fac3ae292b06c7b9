import type { Vehicle } from '@milepost/contract/vehicle-operations';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTimeWithoutSeconds } from '../../text/format.ts';
import { ownText, useOwnFields } from '../../ui/own-fields/own-values.ts';
import { movedText } from '../../ui/move/moved-text.ts';
import { DETAILS, detailLabel, detailText } from './vehicle-details.ts';
import { VehicleMeters } from './vehicle-meters.tsx';
import { Sheet } from './vehicle-page-sheet.tsx';
import classes from './vehicle-page.module.css';

/** The data that people record for a vehicle: its details, and its meter readings. */
export default function VehicleRecord({ vehicle }: { vehicle: Vehicle }) {
  return (
    <>
      <Details vehicle={vehicle} />
      <VehicleMeters vehicleId={vehicle.id} />
    </>
  );
}

/** Details that are not recorded are omitted. */
function Details({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation();
  const fields = useOwnFields('vehicle', vehicle.id);
  const { status, statusSince, moved, chassisNumber, engineNumber } = vehicle;
  const name = t(`vehicle-record.statuses.${status}`);
  const since = () =>
    statusSince === null
      ? name
      : t('vehicle-record.status-since', { status: name, time: formatDateTimeWithoutSeconds(statusSince) });
  const lines: [label: string, text: string | null][] = [
    [t('vehicle-record.status'), moved === null ? since() : movedText(t, moved)],
    [t('vehicle-info.chassis-number'), chassisNumber],
    [t('vehicle-info.engine-number'), engineNumber],
    ...DETAILS.map((field): [string, string | null] => [detailLabel(t, field), detailText(t, field, vehicle[field])]),
    ...(fields ?? []).map((field): [string, string | null] => [
      field.name,
      ownText(t, field, vehicle.own.find(({ id }) => id === field.id)?.value),
    ]),
  ];
  return (
    <Sheet title={t('vehicle-record.details')}>
      <div className={classes['inside']}>
        <dl className={classes['facts']}>
          {lines.map(([label, text]) =>
            text === null ? null : (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {/* A separate block, so that its first letter is not capitalised. */}
                  <bdi style={{ display: 'inline-block' }}>{text}</bdi>
                </dd>
              </div>
            ),
          )}
        </dl>
        {lines.every(([, text], index) => index === 0 || text === null) && (
          <Text size="sm" c="dimmed" mt="xs">
            {t('vehicle-record.nothing')}
          </Text>
        )}
      </div>
    </Sheet>
  );
}
