/** An address that a phone dials or writes to: digits, and a plus for the country. */
export const phoneLink = (kind: 'tel' | 'sms', phone: string): string => `${kind}:${phone.replaceAll(/[^\d+*]/g, '')}`;
