/** Faults of subscriptions, invoices and payments. */
export const BILLING_FAULTS = {
  'plan-name': 'Another plan has this name.',
  'sellers-only': 'Only the seller can change this.',
  'customer-below': 'Choose an organisation below the one that sells the plan.',
  'invoice-overlaps': 'Invoice {{number}} already bills this period.',
  'subscription-billed': 'All of this subscription is billed. Extend it first.',
  'after-subscription': 'The subscription ends before this day.',
  'credit-most': 'This is more than is left of the invoice at this rate of tax.',
  'credit-nothing': 'Credit more than 0.',
  'credit-before-invoice': 'A credit note cannot be dated before its invoice.',
  'most-credit-notes': 'An invoice can have at most {{most, number}} credit notes.',
  'payment-back': 'Some of it was repaid. Undo the repayment first.',
  'payment-back-most': 'This is more than is to be repaid.',
  'invoice-cancelled': 'This invoice is cancelled.',
  'payment-meanwhile': 'Another payment of this invoice was recorded meanwhile. Check whether it is the same payment.',
  'payment-most': 'This is more than is still open.',
} as const;
