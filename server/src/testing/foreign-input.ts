import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { type ForeignSubject, subjectOf } from './foreign-subjects.ts';
import { validInput } from './valid-input.ts';

/** Ids of records that the caller must not reach. No operation takes `file` as its own id. */
type Things = Readonly<Partial<Record<ForeignSubject | 'file', number>>>;

const list = (id: number | undefined) => (id === undefined ? undefined : [id]);

/** The operation's input with these ids in every field that accepts one. */
export function foreignInput(name: OperationName, theirs: Things): Record<string, unknown> {
  const subjectKind = subjectOf(name);
  const subject = subjectKind && theirs[subjectKind];
  const ids: Record<string, unknown> = {
    id: subject,
    ids: list(subject),
    earlier: list(subject),
    vehicleIds: list(theirs.vehicle),
    groupIds: list(theirs.group),
    ruleIds: list(theirs.rule),
    ruleId: theirs.rule,
    fenceId: theirs.fence,
    assigneeId: theirs.user,
    managerId: theirs.user,
    nextManagerId: theirs.user,
    territoryId: theirs.territory,
    handTerritoryId: theirs.territory,
    condition: { kind: 'geofenceEnter', fenceIds: list(theirs.fence) },
    channels: { userIds: list(theirs.user), bell: true },
    recordId: theirs.vehicle,
    fileId: theirs.file,
    fileIds: list(theirs.file),
    vehicleId: theirs.vehicle,
    otherVehicleId: theirs.vehicle,
    deviceId: theirs.device,
    deviceIds: list(theirs.device),
    groupId: theirs.group,
    driverId: theirs.driver,
    profileId: theirs.sensorProfile,
    vendorId: theirs.contact,
    routeId: theirs.route,
    beginDepotId: theirs.depot,
    endDepotId: theirs.depot,
    checklistId: theirs.checklist,
    homePlaceId: theirs.place,
    renewsId: theirs.document,
    planId: theirs[name.includes('subscription') ? 'plan' : 'servicePlan'],
    subscriptionId: theirs.subscription,
    invoiceId: theirs.invoice,
    roleId: theirs.role,
    organisationId: theirs.organisation,
    parentId: theirs.organisation,
    limit: { groupIds: list(theirs.group) ?? [], vehicleIds: list(theirs.vehicle) ?? [] },
  };
  const fields = Object.keys(OPERATIONS[name].input.shape);
  const filled = fields.flatMap((field) => (ids[field] === undefined ? [] : [[field, ids[field]]]));
  return { ...validInput(name), ...Object.fromEntries(filled) };
}
