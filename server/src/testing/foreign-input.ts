import { type RouteName, ROUTES } from '@milepost/contract/routes';
import { validInput } from './valid-input.ts';

/** Which thing an id of a route's input names. */
const SUBJECTS: [RegExp, string][] = [
  [/^undo-.+-change$/, 'bulk'],
  [/alarm-rule/, 'rule'],
  [/alarm/, 'alarm'],
  [/webhook/, 'webhook'],
  [/push-browser/, 'pushBrowser'],
  [/fence/, 'fence'],
  [/place/, 'place'],
  [/import/, 'import'],
  [/share/, 'share'],
  [/download/, 'download'],
  [/report-schedule/, 'schedule'],
  [/saved-report/, 'savedReport'],
  [/checklist/, 'checklist'],
  [/inspection/, 'inspection'],
  [/work-order/, 'workOrder'],
  [/service-plan/, 'servicePlan'],
  [/service-record/, 'serviceRecord'],
  [/document/, 'document'],
  [/recurring/, 'recurring'],
  [/budget/, 'budget'],
  [/expense/, 'expense'],
  [/contact/, 'contact'],
  [/invoice/, 'invoice'],
  [/payment/, 'payment'],
  [/subscription/, 'subscription'],
  [/-plan/, 'plan'],
  [/task/, 'task'],
  [/message/, 'message'],
  [/assignment/, 'assignment'],
  [/installation/, 'installation'],
  [/own-field/, 'ownField'],
  [/meter-reading/, 'reading'],
  [/list-view/, 'view'],
  [/vehicle/, 'vehicle'],
  [/device/, 'device'],
  [/group/, 'group'],
  [/driver/, 'driver'],
  [/role/, 'role'],
  [/organisation/, 'organisation'],
  [/session/, 'session'],
  [/token/, 'token'],
  [/notification/, 'notification'],
  [/user|password-link|sign-out|two-factor/, 'user'],
];

export function subjectOf(name: RouteName): string | undefined {
  return SUBJECTS.find(([pattern]) => pattern.test(name))?.[1];
}

const list = (id: number | undefined) => (id === undefined ? undefined : [id]);

/** The route's input with the ids of these things in every place that takes one. */
export function foreignInput(name: RouteName, theirs: Readonly<Record<string, number>>): Record<string, unknown> {
  const subject = theirs[subjectOf(name) ?? ''];
  const ids: Record<string, unknown> = {
    id: subject,
    ids: list(subject),
    earlier: list(subject),
    vehicleIds: list(theirs['vehicle']),
    groupIds: list(theirs['group']),
    ruleIds: list(theirs['rule']),
    ruleId: theirs['rule'],
    fenceId: theirs['fence'],
    assigneeId: theirs['user'],
    condition: { kind: 'geofenceEnter', fenceIds: list(theirs['fence']) },
    channels: { userIds: list(theirs['user']), bell: true },
    recordId: theirs['vehicle'],
    fileId: theirs['file'],
    fileIds: list(theirs['file']),
    vehicleId: theirs['vehicle'],
    deviceId: theirs['device'],
    groupId: theirs['group'],
    driverId: theirs['driver'],
    vendorId: theirs['contact'],
    checklistId: theirs['checklist'],
    homePlaceId: theirs['place'],
    renewsId: theirs['document'],
    planId: theirs[name.includes('subscription') ? 'plan' : 'servicePlan'],
    subscriptionId: theirs['subscription'],
    invoiceId: theirs['invoice'],
    roleId: theirs['role'],
    organisationId: theirs['organisation'],
    parentId: theirs['organisation'],
    limit: { groupIds: list(theirs['group']) ?? [], vehicleIds: list(theirs['vehicle']) ?? [] },
  };
  const fields = Object.keys(ROUTES[name].input.shape);
  const named = fields.flatMap((field) => (ids[field] === undefined ? [] : [[field, ids[field]]]));
  return { ...validInput(name), ...Object.fromEntries(named) };
}
