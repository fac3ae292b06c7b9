import { z } from 'zod';
import { Currency, Money } from './amount.ts';
import { Empty, Id, listInput, listOutput, optionalDay, optionalLines, searchText, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { MAX_COVERED_VEHICLES, SUBSCRIPTION_STATES } from './subscription-kinds.ts';

const Months = z
  .number(faultCode('enter-number'))
  .int(faultCode('enter-whole-number'))
  .min(1, faultCode('at-least'))
  .max(60, faultCode('at-most'));

/** A plan that an organisation sells to those below it. */
export const Plan = z.object({
  id: Id,
  /** The seller. */
  organisationId: Id,
  organisationName: z.string(),
  name: z.string(),
  /** For one vehicle and one period, in the smallest unit of `currency`. */
  price: Money,
  currency: z.string(),
  /** The length of a period. */
  months: z.number().int(),
  note: z.string().nullable(),
  version: Version,
});
export type Plan = z.infer<typeof Plan>;

/** The vehicles of an organisation, and of those below it, that are paid for from one day to another. */
export const Subscription = z.object({
  id: Id,
  /** The owner of the vehicles. */
  organisationId: Id,
  organisationName: z.string(),
  sellerId: Id,
  sellerName: z.string(),
  planId: Id,
  planName: z.string(),
  /** As agreed, for one vehicle and one period. */
  price: Money,
  currency: z.string(),
  months: z.number().int(),
  /** Every vehicle, or only the listed ones. */
  allVehicles: z.boolean(),
  /** With `allVehicles`: the number of vehicles that are paid for; null: any number. */
  vehicleLimit: z.number().int().nullable(),
  /** The number of vehicles that it covers now. */
  vehicles: z.number().int(),
  /** Days in the customer's time zone; the last one is inclusive, and null if it does not end. */
  fromDay: z.iso.date(),
  untilDay: z.iso.date().nullable(),
  /** Days until the last one: 0 on it, negative after it. */
  daysLeft: z.number().int().nullable(),
  state: z.enum(SUBSCRIPTION_STATES),
  /** The billed amount, less credit notes and payments; negative: a repayment is due. */
  balance: z.number().int(),
  note: z.string().nullable(),
  /** True if the caller belongs to the seller: others can only view it. */
  mayChange: z.boolean(),
  version: Version,
});
export type Subscription = z.infer<typeof Subscription>;

const Ref = z.object({ id: Id, name: z.string() });
const chosenDay = optionalDay.refine((day) => day !== null, faultCode('choose-day')).transform((day) => day ?? '');

const SubscriptionInput = z
  .object({
    id: Id.optional(),
    /** The customer; neither it nor the plan can be changed later. */
    organisationId: Id,
    planId: Id,
    /** Left out: the plan's price. */
    price: Money.optional(),
    allVehicles: z.boolean().default(true),
    vehicleIds: z.array(Id).max(MAX_COVERED_VEHICLES).default([]),
    vehicleLimit: z
      .number(faultCode('enter-number'))
      .int(faultCode('enter-whole-number'))
      .min(1, faultCode('at-least'))
      .max(1_000_000, faultCode('at-most'))
      .nullish()
      .transform((limit) => limit ?? null),
    fromDay: chosenDay,
    untilDay: optionalDay,
    note: optionalLines(2000),
    version: Version.optional(),
  })
  .refine(({ fromDay, untilDay }) => untilDay === null || untilDay >= fromDay, {
    error: faultCode('not-before-start'),
    path: ['untilDay'],
  })
  .refine(({ allVehicles, vehicleIds }) => allVehicles || vehicleIds.length > 0, {
    error: faultCode('choose-vehicle'),
    path: ['vehicleIds'],
  });

const subscriptions = grant('subscriptions');

const planCalls = recordCalls({
  view: subscriptions('view'),
  remove: subscriptions('delete'),
  limited: 'denied',
  subject: 'plan',
  audit: 'plan',
  output: z.object({ plan: Plan }),
});

const subscriptionCalls = recordCalls({
  view: subscriptions('view'),
  remove: subscriptions('delete'),
  limited: 'denied',
  subject: 'subscription',
  audit: 'subscription',
  output: z.object({ subscription: Subscription }),
});

export const subscriptionOperations = {
  'get-plan-list': operation({
    summary: 'Lists subscription plans, a page at a time.',
    access: subscriptions('view'),
    limited: 'denied',
    input: listInput(['name', 'organisation', 'price', 'months']),
    output: listOutput(Plan),
  }),
  'get-plan-by-id': planCalls.byId('Returns one subscription plan.'),
  'save-plan': operation({
    summary:
      'Creates or changes a subscription plan. A new price applies to subscriptions that are created from then on.',
    access: subscriptions('save'),
    limited: 'denied',
    subject: 'plan',
    audit: 'plan',
    errors: [404, 409],
    example: { name: 'Fleet', price: 100, months: 1 },
    input: z.object({
      id: Id.optional(),
      /** The seller; left out: the caller's own organisation. It cannot be changed later. */
      organisationId: Id.optional(),
      name: text(100),
      price: Money,
      /** The currency of the organisation; others are refused. */
      currency: Currency.optional(),
      months: Months,
      note: optionalLines(2000),
      version: Version.optional(),
    }),
    output: z.object({ plan: Plan }),
  }),
  'delete-plan': planCalls.deleted(
    'Deletes a subscription plan; `restore-plan` undoes it. Its subscriptions continue.',
  ),
  'restore-plan': planCalls.restored('Restores a deleted subscription plan.'),

  'get-subscription-list': operation({
    summary: 'Lists subscriptions, a page at a time.',
    access: subscriptions('view'),
    limited: 'denied',
    input: listInput(['untilDay', 'organisation', 'plan', 'fromDay', 'price']).extend({
      state: z.enum(SUBSCRIPTION_STATES).optional(),
    }),
    output: listOutput(Subscription),
  }),
  'get-subscription-by-id': operation({
    summary: 'Returns one subscription with the vehicles that it names.',
    access: subscriptions('view'),
    limited: 'denied',
    subject: 'subscription',
    errors: [404],
    bounds: { 'named[]': 'MAX_COVERED_VEHICLES of the contract, which a subscription can have' },
    ...ID_INPUT,
    output: z.object({
      subscription: Subscription,
      /** The listed vehicles. */
      named: z.array(Ref),
    }),
  }),
  'save-subscription': operation({
    summary: 'Creates or changes a subscription.',
    access: subscriptions('save'),
    limited: 'denied',
    bodyBytes: 163_840,
    subject: 'subscription',
    audit: 'subscription',
    errors: [404, 409],
    example: { organisationId: 999_999, planId: 999_999, fromDay: '2026-01-01' },
    input: SubscriptionInput,
    output: z.object({ subscription: Subscription }),
  }),
  'delete-subscription': subscriptionCalls.deleted(
    'Deletes a subscription as if it had never existed; `restore-subscription` undoes it.',
  ),
  'restore-subscription': subscriptionCalls.restored('Restores a deleted subscription.'),
  'get-subscription-choices': operation({
    summary: 'Returns plans, customers and vehicles of a customer by part of their name, the first 50 of each.',
    access: subscriptions('view'),
    limited: 'denied',
    errors: [404],
    bounds: { 'plans[]': 50, 'organisations[]': 50, 'vehicles[]': 50 },
    input: z.object({
      plan: searchText(100),
      organisation: searchText(100),
      vehicle: searchText(100),
      /** The customer; without one, no vehicles are returned. */
      organisationId: Id.optional(),
      /** The chosen plan, which is always included. */
      planId: Id.optional(),
    }),
    output: z.object({
      plans: z.array(Plan),
      plansTotal: z.number().int(),
      organisations: z.array(Ref),
      organisationsTotal: z.number().int(),
      vehicles: z.array(Ref),
      vehiclesTotal: z.number().int(),
      /** The currency of the caller's organisation, in which plans are priced. */
      currency: z.string(),
    }),
  }),

  'get-payment-data': operation({
    summary:
      "Returns what the caller's organisation uses and has paid for, and what has expired (the specification's payment data).",
    access: subscriptions('view'),
    csrf: 'none',
    limited: 'denied',
    bounds: { 'subscriptions[]': 10000, 'open[]': 'one for each currency', 'payments[]': 10000 },
    input: Empty,
    output: z.object({
      /** The vehicles of the organisation and those below it. */
      vehicles: z.number().int(),
      devices: z.number().int(),
      /** The vehicles whose subscription has expired. */
      expired: z.number().int(),
      /** The subscriptions of the organisation; without any, nothing expires. */
      subscriptions: z.array(Subscription),
      subscriptionsTotal: z.number().int(),
      /** The open amount of its invoices, by currency. */
      open: z.array(z.object({ currency: z.string(), amount: z.number().int() })),
      payments: z.array(
        z.object({
          id: Id,
          day: z.iso.date(),
          amount: z.number().int(),
          currency: z.string(),
          reference: z.string(),
          /** Null if it was recorded without an invoice. */
          invoiceNumber: z.number().int().nullable(),
        }),
      ),
      paymentsTotal: z.number().int(),
    }),
  }),
};
