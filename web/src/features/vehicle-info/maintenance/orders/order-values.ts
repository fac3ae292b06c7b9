import { CHOSEN_STATES } from '@milepost/contract/maintenance-kinds';
import { priceOf } from '@milepost/contract/money';
import type { WorkOrder } from '@milepost/contract/work-order-operations';
import type { CallInput } from '../../../../api/call.ts';

export interface OrderValues extends Record<string, unknown> {
  title: string;
  state: (typeof CHOSEN_STATES)[number];
  vehicleId: number | null;
  vendorId: number | null;
  tasks: { text: string; planId: number | null; done: boolean }[];
  parts: { name: string; quantity: number | null; price: number | null }[];
  labourHours: number | null;
  labourCost: number | null;
  outFrom: string | null;
  outTo: string | null;
  note: string;
}

export const valuesOf = (order: WorkOrder): OrderValues => ({
  title: order.title,
  state: CHOSEN_STATES.find((state) => state === order.state) ?? 'inProgress',
  vehicleId: order.vehicleId,
  vendorId: order.vendorId,
  tasks: order.tasks,
  parts: order.parts,
  labourHours: order.labourHours,
  labourCost: order.labourCost,
  outFrom: order.outFrom,
  outTo: order.outTo,
  note: order.note ?? '',
});

/** A new order, for a vehicle and a service if these are known. */
export const newValues = (
  vehicleId: number | null,
  service: { planId: number; task: string } | undefined,
): OrderValues => ({
  title: service?.task ?? '',
  state: 'open',
  vehicleId,
  vendorId: null,
  tasks: service ? [{ text: service.task, planId: service.planId, done: false }] : [],
  parts: [],
  labourHours: null,
  labourCost: null,
  outFrom: null,
  outTo: null,
  note: '',
});

/** The cost of parts and labour so far, as the server computes it. */
export const costOf = ({ parts, labourCost }: Pick<OrderValues, 'parts' | 'labourCost'>): number =>
  parts.reduce((sum, { quantity, price }) => sum + priceOf(quantity ?? 0, price ?? 0), labourCost ?? 0);

/** The values as the call's input; the schema rejects missing numbers. */
export const inputOf = ({ parts, ...values }: OrderValues): CallInput<'save-work-order'> => ({
  ...values,
  parts: parts.map(({ name, quantity, price }) => ({
    name,
    quantity: quantity ?? Number.NaN,
    price: price ?? Number.NaN,
  })),
});
