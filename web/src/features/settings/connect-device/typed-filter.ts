import type { DeviceContactFilter } from '@milepost/contract/device-operations';

/** The beginning of an IPv4 or IPv6 address: no identity contains dots or colons between its numbers. */
const ADDRESS = /^(\d{1,3}\.[\d.]*|[\da-f]{1,4}:[\da-f:.]*)(:\d*)?$/i;

/** The filter for a typed text: a part of an identity or registration, or the beginning of an address. */
export function typedFilter(typed: string, protocol: string | null, known: boolean): DeviceContactFilter {
  const text = typed.trim();
  const isAddress = ADDRESS.test(text);
  return {
    identity: text === '' || isAddress ? null : text,
    address: isAddress ? text : null,
    protocol,
    known,
  };
}
