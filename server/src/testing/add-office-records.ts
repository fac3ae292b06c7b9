import { randomUUID } from 'node:crypto';
import type { ForeignSubject } from './foreign-subjects.ts';
import type { TestBrowser } from './test-browser.ts';
import { validInput } from './valid-input.ts';

/**
 * Adds one record of each kind that an office has; each contains the mark.
 * @param to the recipient of a message
 */
export async function addOfficeRecords(owner: TestBrowser, mark: string, of: { vehicle: number; to: number }) {
  const vehicleId = of.vehicle;
  const note = mark;
  const contact = await owner.call('save-contact', { kind: 'vendor', name: `${mark} vendor` });
  const territory = await owner.call('save-territory', { name: `${mark} territory` });
  const outlet = await owner.call('save-outlet', {
    code: `${mark} code`.slice(0, 30),
    name: `${mark} outlet`,
    place: { lat: 1, lon: 1 },
  });
  const outletId = outlet.outlet?.id ?? 0;
  const depot = await owner.call('save-depot', { ...validInput('save-depot'), name: `${mark} depot` });
  const route = await owner.call('save-route', { name: `${mark} route` });
  const routeId = route.route?.id ?? 0;
  const daily = { routeId, validFrom: '2026-01-01', weekdays: [1, 2, 3, 4, 5, 6, 7], startMin: 480, vehicleId };
  const routePlan = await owner.call('save-route-plan', { ...daily, stops: [{ outletId }] });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const runs = await owner.call('get-run-list', { from: tomorrow, to: tomorrow });
  const link = await owner.call('create-run-link', { runId: runs.rows?.[0]?.id, outletId });
  const expense = await owner.call('save-expense', { ...validInput('save-expense'), vehicleId, note });
  const document = await owner.call('save-document', { ...validInput('save-document'), vehicleId, note });
  const task = await owner.call('save-task', { title: `${mark} task` });
  const plan = await owner.call('save-service-plan', { ...validInput('save-service-plan'), task: `${mark} plan` });
  const planId = plan.plan?.id ?? 0;
  const service = await owner.call('add-service-record', { planId, vehicleId, day: '2026-01-02', note });
  const order = await owner.call('save-work-order', { title: `${mark} order`, vehicleId });
  const checklist = await owner.call('save-checklist', { name: `${mark} checklist`, items: ['Tyres'] });
  const checklistId = checklist.checklist?.id ?? 0;
  const looked = { ...validInput('add-inspection'), vehicleId, checklistId, note };
  const inspection = await owner.call('add-inspection', looked);
  const letter = { peopleIds: [of.to], subject: `${mark} message`, html: '<p>Hello</p>', key: randomUUID() };
  const message = await owner.call('send-message', letter);
  return {
    contact: contact.contact?.id ?? 0,
    territory: territory.territory?.id ?? 0,
    outlet: outletId,
    depot: depot.depot?.id ?? 0,
    route: routeId,
    routePlan: routePlan.plan?.id ?? 0,
    routeRun: runs.rows?.[0]?.id ?? 0,
    runLink: link.link?.id ?? 0,
    expense: expense.expense?.id ?? 0,
    document: document.document?.id ?? 0,
    task: task.task?.id ?? 0,
    servicePlan: planId,
    serviceRecord: service.record?.id ?? 0,
    workOrder: order.order?.id ?? 0,
    checklist: checklistId,
    inspection: inspection.inspection?.id ?? 0,
    message: message.id ?? 0,
  } satisfies Partial<Record<ForeignSubject, number>>;
}
