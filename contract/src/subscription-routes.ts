import { z } from 'zod';
import { Currency, Money } from './amount.ts';
import { Empty, Id, listInput, listOutput, optionalDay, optionalLines, searchText, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, route } from './route.ts';
import { MOST_COVERED, SUBSCRIPTION_STATES } from './subscription-kinds.ts';

const Months = z
  .number(faultCode('enter-number'))
  .int(faultCode('enter-whole-number'))
  .min(1, faultCode('at-least'))
  .max(60, faultCode('at-most'));

/** What an organisation sells to those below it. */
export const Plan = z.object({
  id: Id,
  /** Who sells it. */
  organisationId: Id,
  organisationName: z.string(),
  name: z.string(),
  /** Of one vehicle and one period, in the smallest unit of `currency`. */
  price: Money,
  currency: z.string(),
  /** Length of a period. */
  months: z.number().int(),
  note: z.string().nullable(),
  version: Version,
});
export type Plan = z.infer<typeof Plan>;

/** Which vehicles of an organisation, and of those below it, are paid for from one day to another. */
export const Subscription = z.object({
  id: Id,
  /** Whose vehicles they are. */
  organisationId: Id,
  organisationName: z.string(),
  sellerId: Id,
  sellerName: z.string(),
  planId: Id,
  planName: z.string(),
  /** As agreed, of one vehicle and one period. */
  price: Money,
  currency: z.string(),
  months: z.number().int(),
  /** Every vehicle, or those that it names. */
  allVehicles: z.boolean(),
  /** Of one for every vehicle: for how many it is paid; null: for any number. */
  vehicleLimit: z.number().int().nullable(),
  /** How many vehicles it covers now. */
  vehicles: z.number().int(),
  /** Days of the customer; the last one included, null where it does not end. */
  fromDay: z.iso.date(),
  untilDay: z.iso.date().nullable(),
  /** Until the last day: 0 on it, negative after it. */
  daysLeft: z.number().int().nullable(),
  state: z.enum(SUBSCRIPTION_STATES),
  /** Billed, less what credit notes took back and what was paid; less than nothing: it is to be paid back. */
  balance: z.number().int(),
  note: z.string().nullable(),
  /** Whether the caller belongs to those who sell it: others only look. */
  mayChange: z.boolean(),
  version: Version,
});
export type Subscription = z.infer<typeof Subscription>;

const Ref = z.object({ id: Id, name: z.string() });
const chosenDay = optionalDay.refine((day) => day !== null, faultCode('choose-day')).transform((day) => day ?? '');

const SubscriptionInput = z
  .object({
    id: Id.optional(),
    /** The customer; it cannot be changed later, nor can the plan. */
    organisationId: Id,
    planId: Id,
    /** Left out: that of the plan. */
    price: Money.optional(),
    allVehicles: z.boolean().default(true),
    vehicleIds: z.array(Id).max(MOST_COVERED).default([]),
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

export const subscriptionRoutes = {
  'get-plan-list': route({
    access: subscriptions('view'),
    limited: 'denied',
    input: listInput(['name', 'organisation', 'price', 'months']),
    output: listOutput(Plan),
  }),
  'get-plan-by-id': route({
    access: subscriptions('view'),
    limited: 'denied',
    subject: 'plan',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ plan: Plan }),
  }),
  /** A new price holds for subscriptions that are made from then on. */
  'save-plan': route({
    access: subscriptions('save'),
    limited: 'denied',
    subject: 'plan',
    example: { name: 'Fleet', price: 100, months: 1 },
    input: z.object({
      id: Id.optional(),
      /** Who sells it; the caller's own organisation where left out. It cannot be changed later. */
      organisationId: Id.optional(),
      name: text(100),
      price: Money,
      /** That of the organisation: others are refused. */
      currency: Currency.optional(),
      months: Months,
      note: optionalLines(2000),
      version: Version.optional(),
    }),
    output: z.object({ plan: Plan }),
  }),
  /** Hides it; `restore-plan` undoes it. Its subscriptions go on. */
  'delete-plan': route({
    access: subscriptions('delete'),
    limited: 'denied',
    subject: 'plan',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-plan': route({
    access: subscriptions('delete'),
    limited: 'denied',
    subject: 'plan',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ plan: Plan }),
  }),

  'get-subscription-list': route({
    access: subscriptions('view'),
    limited: 'denied',
    input: listInput(['untilDay', 'organisation', 'plan', 'fromDay', 'price']).extend({
      state: z.enum(SUBSCRIPTION_STATES).optional(),
    }),
    output: listOutput(Subscription),
  }),
  'get-subscription-by-id': route({
    access: subscriptions('view'),
    limited: 'denied',
    subject: 'subscription',
    example: { id: 999_999 },
    bounds: { 'named[]': 'MOST_COVERED of the contract, which a subscription can have' },
    input: z.object({ id: Id }),
    output: z.object({
      subscription: Subscription,
      /** Those that it names. */
      named: z.array(Ref),
    }),
  }),
  'save-subscription': route({
    access: subscriptions('save'),
    limited: 'denied',
    bodyBytes: 163_840,
    subject: 'subscription',
    example: { organisationId: 999_999, planId: 999_999, fromDay: '2026-01-01' },
    input: SubscriptionInput,
    output: z.object({ subscription: Subscription }),
  }),
  /** Hides it, as if it had never been; `restore-subscription` undoes it. */
  'delete-subscription': route({
    access: subscriptions('delete'),
    limited: 'denied',
    subject: 'subscription',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-subscription': route({
    access: subscriptions('delete'),
    limited: 'denied',
    subject: 'subscription',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ subscription: Subscription }),
  }),
  /** Plans and customers to choose from by a part of the name, and vehicles of a customer: the first fifty of each. */
  'get-subscription-choices': route({
    access: subscriptions('view'),
    limited: 'denied',
    bounds: { 'plans[]': 50, 'organisations[]': 50, 'vehicles[]': 50 },
    input: z.object({
      plan: searchText(100),
      organisation: searchText(100),
      vehicle: searchText(100),
      /** The customer; without one there are no vehicles. */
      organisationId: Id.optional(),
      /** Chosen already: it is always among the answer. */
      planId: Id.optional(),
    }),
    output: z.object({
      plans: z.array(Plan),
      plansTotal: z.number().int(),
      organisations: z.array(Ref),
      organisationsTotal: z.number().int(),
      vehicles: z.array(Ref),
      vehiclesTotal: z.number().int(),
      /** In which the caller's own organisation counts: a plan's price is in it. */
      currency: z.string(),
    }),
  }),

  /** The specification's payment data: what the organisation uses and has paid for, and what has run out. */
  'get-payment-data': route({
    access: subscriptions('view'),
    csrf: 'none',
    limited: 'denied',
    bounds: { 'subscriptions[]': 10000, 'open[]': 'one for each currency', 'payments[]': 10000 },
    input: Empty,
    output: z.object({
      /** Of the organisation and those below it. */
      vehicles: z.number().int(),
      devices: z.number().int(),
      /** Vehicles whose subscription has run out. */
      expired: z.number().int(),
      /** The organisation's own; where there is none, nothing expires. */
      subscriptions: z.array(Subscription),
      subscriptionsTotal: z.number().int(),
      /** What is still to be paid of its invoices, in each currency. */
      open: z.array(z.object({ currency: z.string(), amount: z.number().int() })),
      payments: z.array(
        z.object({
          id: Id,
          day: z.iso.date(),
          amount: z.number().int(),
          currency: z.string(),
          reference: z.string(),
          /** Null where it was recorded without one. */
          invoiceNumber: z.number().int().nullable(),
        }),
      ),
      paymentsTotal: z.number().int(),
    }),
  }),
};
