import type { Failure, FailureStatus } from '@milepost/contract/body-status';
import { localMessage, localMessages } from '../text/message.ts';

/** A call that did not succeed, in words of the language that is spoken. `status` 0 means that no answer came: the server cannot be reached. */
export class CallError extends Error {
  readonly status: FailureStatus | 0;
  /** Message for each refused field, by its dotted path. */
  readonly fields: Record<string, string>;
  readonly retryAfterS: number | undefined;
  readonly reference: string | undefined;

  constructor(failure: Omit<Failure, 'status'> & { status: FailureStatus | 0 }, options?: ErrorOptions) {
    super(localMessage(failure.message), options);
    this.name = 'CallError';
    this.status = failure.status;
    this.fields = localMessages(failure.fields ?? {});
    this.retryAfterS = failure.retryAfterS;
    this.reference = failure.reference;
  }
}
