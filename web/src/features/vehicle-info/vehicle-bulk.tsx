import { VEHICLE_BULK_FIELDS, type VehicleBulkField } from '@milepost/contract/bulk-kinds';
import { FUEL_KINDS, OWNERSHIPS, VEHICLE_STATUSES, VEHICLE_TYPES } from '@milepost/contract/vehicle-kinds';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../api/call.ts';
import { refresh, refreshFleet } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { BulkEdit } from '../../ui/bulk-edit/bulk-edit.tsx';
import type { BulkField } from '../../ui/bulk-edit/bulk-field.ts';
import type { BulkDialogProps } from '../../ui/list-page/chosen-bar.tsx';
import { ownBulkFields } from '../../ui/own-fields/own-bulk.ts';
import { useOwnFields } from '../../ui/own-fields/own-values.ts';
import { detailLabel, detailText, detailUnit } from './vehicle-details.ts';
import { vehicleLabel } from './vehicle-values.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-vehicles'>['filter']>>;

const REQUIRED: ReadonlySet<string> = new Set(['status', 'type', 'addTag', 'removeTag']);
const NUMBERS: Partial<Record<VehicleBulkField, number>> = {
  year: 0,
  tankL: 1,
  ratedLPer100Km: 2,
  idleLPerH: 2,
  loadKg: 1,
  loadM3: 2,
  loadCrates: 0,
};

const toOptions = (rows: readonly { id: number; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Changes one field of the chosen vehicles. */
export default function VehicleBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const groups = useCall('get-group-list', {});
  const choices = useCall('get-vehicle-choices', {});
  const own = useOwnFields('vehicle');
  const options: Partial<Record<VehicleBulkField, { value: string | number; label: string }[]>> = {
    groupId: toOptions(groups.data?.rows),
    homePlaceId: toOptions(choices.data?.places),
    removeTag: (choices.data?.tags ?? []).map((tag) => ({ value: tag, label: tag })),
    type: VEHICLE_TYPES.map((value) => ({ value, label: t(`vehicle-type.${value}`) })),
    status: VEHICLE_STATUSES.map((value) => ({ value, label: t(`vehicle-record.statuses.${value}`) })),
    fuelKind: FUEL_KINDS.map((value) => ({ value, label: t(`vehicle-record.fuel.${value}`) })),
    ownership: OWNERSHIPS.map((value) => ({ value, label: t(`vehicle-record.owned.${value}`) })),
  };
  const fields = VEHICLE_BULK_FIELDS.map((field): BulkField<VehicleBulkField> => ({
    field,
    label: labelOf(t, field),
    input: inputOf(t, field, options[field]),
    optional: !REQUIRED.has(field),
    word: (value) =>
      field === 'type' && typeof value === 'string' ? t(`vehicle-type.${value}`) : detailText(t, field, value),
  }));
  return (
    <BulkEdit
      count={count}
      fields={[...fields, ...ownBulkFields(t, own)]}
      preview={(field, value) => call('preview-vehicle-change', { ...of, field, value })}
      change={(field, value) => call('change-vehicles', { ...of, field, value })}
      undo={(id) => call('undo-vehicle-change', { id })}
      onChanged={() => {
        refreshFleet();
        refresh('get-vehicle-choices', 'get-vehicle-overview');
      }}
      onClose={onClose}
    />
  );
}

function labelOf(t: TFunction, field: VehicleBulkField): string {
  if (field === 'addTag' || field === 'removeTag') return t(`vehicle-record.${field}`);
  const key = vehicleLabel(field);
  return key === null ? detailLabel(t, field) : t(key);
}

function inputOf(
  t: TFunction,
  field: VehicleBulkField,
  options: readonly { value: string | number; label: string }[] | undefined,
): BulkField['input'] {
  if (options) return { kind: 'choice', options };
  const decimals = NUMBERS[field];
  if (decimals !== undefined) return { kind: 'number', unit: detailUnit(t, field), decimals, plain: field === 'year' };
  if (field === 'leaseUntil') return { kind: 'day' };
  return { kind: 'text', maxLength: field === 'owner' ? 80 : field === 'colour' || field === 'addTag' ? 30 : 50 };
}
