import type { CommandFault } from '@milepost/contract/command-kinds';
import { OutboundError, type OutboundPolicy, requestOut } from '../notify/outbound.ts';

/** Faults of a connection that was never made, so that nothing can have been sent. */
const NOT_REACHED = ['address-private', 'address-https', 'address-password', 'address-unreadable'];
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The provider's URL for one SMS: the template with {number} and {text} replaced, URL-encoded. */
export const smsAddress = (template: string, number: string, text: string): string =>
  template.replaceAll('{number}', encodeURIComponent(number)).replaceAll('{text}', encodeURIComponent(text));

/**
 * Sends one SMS through the provider, once. Never throws.
 * @returns null when the provider accepted it; `sms-unknown` when it may have
 */
export async function sendSms(
  template: string,
  sms: { number: string; text: string },
  policy: OutboundPolicy,
  timeoutMs?: number,
): Promise<Extract<CommandFault, `sms-${string}`> | null> {
  try {
    const url = smsAddress(template, sms.number, sms.text);
    const status = await requestOut({ method: 'GET', url, headers: {}, body: '' }, policy, timeoutMs);
    if (status >= 200 && status < 300) return null;
    // A provider that returned a failure may still have sent the SMS before.
    return status >= 500 ? 'sms-unknown' : 'sms-refused';
  } catch (error) {
    return wasNotSent(error) ? 'sms-unreachable' : 'sms-unknown';
  }
}

function wasNotSent(error: unknown): boolean {
  if (!(error instanceof OutboundError)) return false;
  const cause: unknown = error.cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return NOT_REACHED.includes(error.fault.code) || NOT_CONNECTED.includes(code);
}
