import type { TFunction } from 'i18next';
import type { FieldWords } from '../../../ui/form/meanwhile-note.tsx';

const LABELS: Readonly<Record<string, string>> = {
  dwells: 'alarm-dwell',
  schedule: 'hours',
  vehicleIds: 'vehicles',
  groupIds: 'groups',
};
const kebab = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The labels of a geofence's fields, for changes that somebody else made too. */
export const fenceWords = (t: TFunction): FieldWords => ({
  label: (field) => t(`geo-fence.${LABELS[field] ?? kebab(field)}`),
  value(field, value) {
    // Ids mean nothing to a person.
    if (field === 'vehicleIds' || field === 'groupIds') return null;
    return field === 'alarmSeverity' ? t(`severity.${String(value)}`) : undefined;
  },
});
