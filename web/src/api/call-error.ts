import type { Failure, FailureStatus } from '@milepost/contract/body-status';
import type { Fault } from '@milepost/contract/fault';
import { faultText } from '../text/fault-text.ts';

/**
 * A call that failed, with a message in the current language. `status` 0 means that no reply came: the server cannot be
 * reached.
 */
export class CallError extends Error {
  readonly status: FailureStatus | 0;
  readonly fault: Fault;
  /** The error of each rejected field, by its dotted path. */
  readonly fields: Record<string, string>;
  readonly retryAfterS: number | undefined;
  readonly reference: string | undefined;

  constructor(failure: Omit<Failure, 'status'> & { status: FailureStatus | 0 }, options?: ErrorOptions) {
    super(faultText(failure, failure.message), options);
    this.name = 'CallError';
    this.status = failure.status;
    this.fault = { code: failure.code, params: failure.params };
    this.fields = Object.fromEntries(
      Object.entries(failure.faults ?? {}).map(([field, fault]) => [field, faultText(fault, failure.fields?.[field])]),
    );
    this.retryAfterS = failure.retryAfterS;
    this.reference = failure.reference;
  }
}
