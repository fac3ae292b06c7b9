import { useTranslation } from 'react-i18next';
import { RecordChanges } from '../../ui/changes/record-changes.tsx';
import { movedStatus } from './moved-status.ts';

/** Catalogue keys of the fields whose names in the log differ from the form. */
const LABELS: Readonly<Record<string, string>> = {
  registration: 'vehicle-info.registration',
  type: 'vehicle-info.vehicle-type',
  make: 'vehicle-info.make',
  model: 'vehicle-info.model',
  group: 'vehicle-info.group',
  driver: 'vehicle-info.driver',
  device: 'vehicle-info.device',
  chassisNumber: 'vehicle-info.chassis-number',
  engineNumber: 'vehicle-info.engine-number',
  home: 'vehicle-record.homePlaceId',
  ownership: 'vehicle-record.ownership-label',
  serviceStatus: 'vehicle-record.status',
  since: 'vehicle-record.statusSince',
  ignitionSource: 'engine.choose',
  speedFactor: 'engine.factor',
  own: 'own-fields.title',
  files: 'driver-info.tabs.files',
};
const labelKey = (field: string): string => LABELS[field] ?? `vehicle-record.${field}`;

/** The changes of a vehicle, newest first. */
export function VehicleChanges({ id }: { id: number }) {
  const { t } = useTranslation();
  return (
    <RecordChanges
      subject="vehicle"
      id={id}
      labelKey={labelKey}
      shown={(entry) => movedStatus(entry, t('move.state'))}
    />
  );
}
