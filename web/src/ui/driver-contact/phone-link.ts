/** A tel: or sms: address: digits, and a plus for the country code. */
export const phoneLink = (kind: 'tel' | 'sms', phone: string): string => `${kind}:${phone.replaceAll(/[^\d+*]/g, '')}`;
