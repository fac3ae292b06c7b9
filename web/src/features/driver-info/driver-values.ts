import type { Driver, DriverTag } from '@milepost/contract/driver-operations';
import { draftOf, type OwnDraft } from '../../ui/own-fields/own-values.ts';

/** The values of a driver's form. */
export interface DriverValues extends Record<string, unknown> {
  name: string;
  number: string;
  phone: string;
  email: string;
  licenceNumber: string;
  licenceClasses: string[];
  licenceExpiresOn: string | null;
  groupIds: number[];
  hiredOn: string | null;
  leftOn: string | null;
  emergencyName: string;
  emergencyPhone: string;
  note: string;
  userId: number | null;
  tags: DriverTag[];
  own: OwnDraft;
}

export const driverValues = (driver: Driver | undefined): DriverValues => ({
  name: driver?.name ?? '',
  number: driver?.number ?? '',
  phone: driver?.phone ?? '',
  email: driver?.email ?? '',
  licenceNumber: driver?.licenceNumber ?? '',
  licenceClasses: driver?.licenceClasses ?? [],
  licenceExpiresOn: driver?.licenceExpiresOn ?? null,
  groupIds: driver?.groups.map(({ id }) => id) ?? [],
  hiredOn: driver?.hiredOn ?? null,
  leftOn: driver?.leftOn ?? null,
  emergencyName: driver?.emergencyName ?? '',
  emergencyPhone: driver?.emergencyPhone ?? '',
  note: driver?.note ?? '',
  userId: driver?.userId ?? null,
  tags: driver?.tags ?? [],
  own: draftOf(driver?.own),
});

/** Catalogue keys of the fields whose labels differ from their names. */
const LABELS: Record<string, string> = {
  licenceNumber: 'licence-number',
  licenceClasses: 'licence-classes',
  licenceExpiresOn: 'licence-until',
  groupIds: 'groups',
  hiredOn: 'hired-on',
  leftOn: 'left-on',
  emergencyName: 'emergency-name',
  emergencyPhone: 'emergency-phone',
  userId: 'account',
  files: 'tabs.files',
};
export const labelKey = (field: string): string =>
  field === 'own' ? 'own-fields.title' : `driver-info.${LABELS[field] ?? field}`;
