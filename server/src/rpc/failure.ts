import { randomBytes } from 'node:crypto';
import type { Failure } from '@milepost/contract/body-status';
import { englishOf, fault } from '@milepost/contract/fault';
import type { Logger } from 'pino';
import { APP_ERROR_STATUS, AppError, CallerGone, fieldError, mapFields } from '../errors.ts';
import { movedFault } from '../store/fleet/moved-vehicles.ts';

/** The reply to a call that threw. Unexpected errors are logged under a reference and reveal nothing else. */
export function toFailure(error: unknown, logger: Logger, operation: unknown): Failure {
  if (error instanceof AppError) return failureOf(error);
  const moved = movedFault(error);
  if (moved) return failureOf(fieldError('conflict', { vehicleId: moved }));
  if (error instanceof CallerGone || isBusy(error)) {
    return failureOf(new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 }));
  }
  const reference = randomBytes(4).toString('hex').toUpperCase();
  logger.error({ err: error, reference, operation }, 'A call failed');
  const failure = fault('failed', { reference });
  return { status: 500, message: englishOf(failure), ...failure, reference };
}

/** The error of the connection pool after ten seconds without a free connection. */
const isBusy = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** A failure in the form that is sent. */
export function failureOf({ code, message, fault: failure, fields, retryAfterS }: AppError): Failure {
  return {
    status: APP_ERROR_STATUS[code],
    message,
    ...failure,
    ...(fields && { fields: mapFields(fields, englishOf), faults: fields }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  };
}
