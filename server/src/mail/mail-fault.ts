import type { Fault } from '@milepost/contract/fault';
import { connectionFault, withDetail } from '../connection-fault.ts';
import { codeOf } from '../fault.ts';

/**
 * The reason why a mail could not be sent: from the server's reply (RFC 5321, section 4.2.1), otherwise from the
 * failure of the connection.
 */
export function mailFault(error: unknown): Fault {
  const reply = numberAt(error, 'responseCode');
  const code = codeOf(error);
  if (reply !== null && reply >= 400 && reply < 500) return withDetail('mail-deferred', error);
  if (code === 'EAUTH') return withDetail('mail-sign-in-rejected', error);
  if (reply !== null && reply >= 500) {
    const recipient = textAt(error, 'command') === 'RCPT TO';
    return withDetail(recipient ? 'mail-recipient-rejected' : 'mail-rejected', error);
  }
  // nodemailer replaces the system's code by its own and keeps the original here.
  const cause = textAt(error, 'originalCode') ?? code;
  if (code === 'ETLS') return withDetail('host-not-secure', error);
  return cause === 'ECONNECTION' ? withDetail('host-reset', error) : connectionFault(error, cause);
}

function at(error: unknown, name: string): unknown {
  return error instanceof Error ? (Object.getOwnPropertyDescriptor(error, name)?.value as unknown) : undefined;
}
function numberAt(error: unknown, name: string): number | null {
  const value = at(error, name);
  return typeof value === 'number' ? value : null;
}
function textAt(error: unknown, name: string): string | undefined {
  const value = at(error, name);
  return typeof value === 'string' ? value : undefined;
}
