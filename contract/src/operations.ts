import { adminOperations } from './admin-operations.ts';
import { contactOperations } from './contact-operations.ts';
import { taskOperations } from './task-operations.ts';
import { calendarOperations } from './calendar-operations.ts';
import { messageOperations } from './message-operations.ts';
import { myDayOperations } from './my-day-operations.ts';
import { fuelOperations } from './fuel-operations.ts';
import { expenseApprovalOperations } from './expense-approval-operations.ts';
import { expenseOperations } from './expense-operations.ts';
import { documentOperations } from './document-operations.ts';
import { inspectionOperations } from './inspection-operations.ts';
import { workOrderOperations } from './work-order-operations.ts';
import { maintenanceOperations } from './maintenance-operations.ts';
import { downloadOperations } from './download-operations.ts';
import { reportScheduleOperations } from './report-schedule-operations.ts';
import { savedReportOperations } from './saved-report-operations.ts';
import { logoOperations } from './logo-operations.ts';
import { dueOperations } from './due-operations.ts';
import { assignmentOperations } from './assignment-operations.ts';
import { availabilityOperations } from './availability-operations.ts';
import { commandOperations } from './command-operations.ts';
import { deviceOperations } from './device-operations.ts';
import { driverMessageOperations } from './driver-message-operations.ts';
import { driverOperations } from './driver-operations.ts';
import { gatewayGuardOperations } from './gateway-guard-operations.ts';
import { jsonProfileOperations } from './json-profile-operations.ts';
import { layoutProfileOperations } from './layout-profile-operations.ts';
import { engineOperations } from './engine-operations.ts';
import { importOperations } from './import-operations.ts';
import { installationOperations } from './installation-operations.ts';
import { moveOperations } from './move-operations.ts';
import { ownTripOperations } from './own-trip-operations.ts';
import { privateTimeOperations } from './private-time-operations.ts';
import { legalHoldOperations } from './legal-hold-operations.ts';
import { liveOperations } from './live-operations.ts';
import { listViewOperations } from './list-view-operations.ts';
import { bulkOperations } from './bulk-operations.ts';
import { recordBulkOperations } from './office-bulk-operations.ts';
import { outletOperations } from './outlet-operations.ts';
import { routeOrderOperations } from './route-order-operations.ts';
import { depotOperations } from './depot-operations.ts';
import { driverLinkOperations } from './driver-link-operations.ts';
import { routePlanOperations } from './route-plan-operations.ts';
import { routeRunOperations } from './route-run-operations.ts';
import { runDayOperations } from './run-day-operations.ts';
import { spreadOperations } from './spread-operations.ts';
import { runLinkOperations } from './run-link-operations.ts';
import { territoryOperations } from './territory-operations.ts';
import { ownFieldOperations } from './own-field-operations.ts';
import { meterOperations } from './meter-operations.ts';
import { sensorOperations } from './sensor-operations.ts';
import { organisationOperations } from './organisation-operations.ts';
import { retentionOperations } from './retention-operations.ts';
import { profileOperations } from './profile-operations.ts';
import { logOperations } from './log-operations.ts';
import { historyOperations } from './history-operations.ts';
import { telemetryOperations } from './telemetry-operations.ts';
import { timelineOperations } from './timeline-operations.ts';
import { fileOperations } from './file-operations.ts';
import { fenceOperations } from './fence-operations.ts';
import { visitOperations } from './visit-operations.ts';
import { alarmOperations } from './alarm-operations.ts';
import { alarmRuleOperations } from './alarm-rule-operations.ts';
import { webhookOperations } from './webhook-operations.ts';
import { dashboardOperations } from './dashboard-operations.ts';
import { placeOperations } from './place-operations.ts';
import { pushOperations } from './push-operations.ts';
import { searchOperations } from './search-operations.ts';
import { shareOperations } from './share-operations.ts';
import { invoiceOperations } from './invoice-operations.ts';
import { subscriptionOperations } from './subscription-operations.ts';
import { budgetOperations } from './budget-operations.ts';
import { recurringExpenseOperations } from './recurring-expense-operations.ts';
import { reportOperations } from './report-operations.ts';
import type { Operation } from './operation.ts';
import { serverOperations } from './server-operations.ts';
import { sessionOperations } from './session-operations.ts';
import { setupOperations } from './setup-operations.ts';
import { vehicleOperations } from './vehicle-operations.ts';

/** Every call of the application: `POST /<milliseconds>.html` with `{ route: <name>, … }`. */
export const OPERATIONS = {
  ...sessionOperations,
  ...setupOperations,
  ...vehicleOperations,
  ...driverOperations,
  ...assignmentOperations,
  ...availabilityOperations,
  ...deviceOperations,
  ...commandOperations,
  ...installationOperations,
  ...moveOperations,
  ...importOperations,
  ...gatewayGuardOperations,
  ...jsonProfileOperations,
  ...layoutProfileOperations,
  ...engineOperations,
  ...meterOperations,
  ...sensorOperations,
  ...ownFieldOperations,
  ...bulkOperations,
  ...recordBulkOperations,
  ...listViewOperations,
  ...profileOperations,
  ...adminOperations,
  ...organisationOperations,
  ...retentionOperations,
  ...legalHoldOperations,
  ...ownTripOperations,
  ...privateTimeOperations,
  ...logOperations,
  ...historyOperations,
  ...telemetryOperations,
  ...timelineOperations,
  ...fenceOperations,
  ...visitOperations,
  ...alarmOperations,
  ...alarmRuleOperations,
  ...webhookOperations,
  ...pushOperations,
  ...dashboardOperations,
  ...placeOperations,
  ...searchOperations,
  ...shareOperations,
  ...contactOperations,
  ...outletOperations,
  ...routeOrderOperations,
  ...territoryOperations,
  ...depotOperations,
  ...routePlanOperations,
  ...routeRunOperations,
  ...runDayOperations,
  ...runLinkOperations,
  ...spreadOperations,
  ...driverLinkOperations,
  ...documentOperations,
  ...expenseOperations,
  ...expenseApprovalOperations,
  ...fuelOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...maintenanceOperations,
  ...workOrderOperations,
  ...inspectionOperations,
  ...budgetOperations,
  ...recurringExpenseOperations,
  ...taskOperations,
  ...messageOperations,
  ...driverMessageOperations,
  ...myDayOperations,
  ...calendarOperations,
  ...dueOperations,
  ...reportOperations,
  ...downloadOperations,
  ...reportScheduleOperations,
  ...savedReportOperations,
  ...logoOperations,
  ...fileOperations,
  ...liveOperations,
  ...serverOperations,
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
export type Operations = typeof OPERATIONS;

export function isOperationName(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(OPERATIONS, name);
}
