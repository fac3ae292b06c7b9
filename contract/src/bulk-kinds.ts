// This file does not import zod, because the browser offers its values as choices.

/** Fields that can be changed in many vehicles together; tags are added and removed one by one. */
export const VEHICLE_BULK_FIELDS = [
  'groupId',
  'status',
  'type',
  'addTag',
  'removeTag',
  'make',
  'model',
  'year',
  'colour',
  'fuelKind',
  'tankL',
  'ratedLPer100Km',
  'idleLPerH',
  'loadKg',
  'loadM3',
  'loadCrates',
  'homePlaceId',
  'ownership',
  'owner',
  'leaseUntil',
] as const;

/** A custom field of an organisation, by its id. */
export type OwnBulkField = `own:${number}`;
export const ownBulkField = (id: number): OwnBulkField => `own:${id}`;

export type VehicleBulkField = (typeof VEHICLE_BULK_FIELDS)[number] | OwnBulkField;

/**
 * Fields of a driver; groups and licence classes are added and removed one by one. Whether a driver left is stored as
 * `leftOn`, so there is no status field.
 */
export const DRIVER_BULK_FIELDS = [
  'addGroup',
  'removeGroup',
  'addLicenceClass',
  'removeLicenceClass',
  'hiredOn',
  'leftOn',
  'emergencyName',
  'emergencyPhone',
  'note',
] as const;
export type DriverBulkField = (typeof DRIVER_BULK_FIELDS)[number] | OwnBulkField;

/** Fields of a device; networks are added and removed one by one. */
export const DEVICE_BULK_FIELDS = ['protocol', 'model', 'addNetwork', 'removeNetwork'] as const;
export type DeviceBulkField = (typeof DEVICE_BULK_FIELDS)[number];

/** Fields of an expense; amount and day stay as on the bill. */
export const EXPENSE_BULK_FIELDS = ['kind', 'vehicleId', 'driverId', 'vendorId', 'billNumber', 'note'] as const;
export type ExpenseBulkField = (typeof EXPENSE_BULK_FIELDS)[number] | OwnBulkField;

/** Fields of a document; its holder cannot change. */
export const DOCUMENT_BULK_FIELDS = [
  'validUntil',
  'validFrom',
  'issuedOn',
  'kind',
  'number',
  'issuer',
  'note',
] as const;
export type DocumentBulkField = (typeof DOCUMENT_BULK_FIELDS)[number];

/** Fields of a contact, without telephone and mail, which are individual. */
export const CONTACT_BULK_FIELDS = ['kind', 'address', 'note'] as const;
export type ContactBulkField = (typeof CONTACT_BULK_FIELDS)[number];

/** Fields of a task. */
export const TASK_BULK_FIELDS = ['assigneeId', 'dueOn', 'state', 'note'] as const;
export type TaskBulkField = (typeof TASK_BULK_FIELDS)[number];

/** Fields of a service plan; its vehicles cannot change. */
export const PLAN_BULK_FIELDS = [
  'leadDays',
  'leadM',
  'leadEngineS',
  'everyM',
  'everyEngineS',
  'everyMonths',
  'countedFrom',
  'note',
] as const;
export type PlanBulkField = (typeof PLAN_BULK_FIELDS)[number];

/** Fields of a subscription; its price was agreed individually. */
export const SUBSCRIPTION_BULK_FIELDS = ['untilDay', 'vehicleLimit', 'note'] as const;
export type SubscriptionBulkField = (typeof SUBSCRIPTION_BULK_FIELDS)[number];

/** Fields of an alarm rule; people are added and removed one by one. */
export const RULE_BULK_FIELDS = [
  'enabled',
  'severity',
  'addPerson',
  'removePerson',
  'everyone',
  'bell',
  'push',
  'mail',
  'coolDownS',
] as const;
export type RuleBulkField = (typeof RULE_BULK_FIELDS)[number];

/** Fields of a geofence; tags have a dialog of their own. */
export const FENCE_BULK_FIELDS = [
  'colour',
  'speedLimitKph',
  'betweenFixes',
  'alarmEnter',
  'alarmExit',
  'alarmDwellS',
  'alarmSeverity',
  'description',
] as const;
export type FenceBulkField = (typeof FENCE_BULK_FIELDS)[number];

/** Fields of an outlet. */
export const OUTLET_BULK_FIELDS = [
  'handTerritoryId',
  'class',
  'state',
  'visitsPerWeek',
  'serviceMin',
  'radiusM',
  'contactName',
  'phone',
  'note',
] as const;
export type OutletBulkField = (typeof OUTLET_BULK_FIELDS)[number] | OwnBulkField;

/** How many records can be changed in one call. */
export const MAX_BULK_RECORDS = 1000;
