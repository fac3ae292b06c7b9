import { randomBytes } from 'node:crypto';
import type { Failure } from '@milepost/contract/body-status';
import { englishOf, fault } from '@milepost/contract/fault';
import type { Logger } from 'pino';
import { APP_ERROR_STATUS, AppError, CallerGone, fieldError, mapFields } from '../errors.ts';
import { codeOf } from '../fault.ts';
import { DamagedDay } from '../store/tracks/packed-days.ts';
import { movedFault } from '../store/fleet/moved-vehicles.ts';

/** The reply to a call that threw. Unexpected errors are logged under a reference and reveal nothing else. */
export function toFailure(error: unknown, logger: Logger, operation: unknown): Failure {
  if (error instanceof AppError) return failureOf(error);
  const moved = movedFault(error);
  if (moved) return failureOf(fieldError('conflict', { vehicleId: moved }));
  if (error instanceof DamagedDay) return failureOf(new AppError('conflict', fault('day-damaged', { day: error.day })));
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

/** PostgreSQL starts, stops or ended the connection, or nobody listens at its address. */
const AWAY_CODES = /^(?:08|57P0[123]$|ECONN|EPIPE$|ETIMEDOUT$)/;

/** True when the database was away, so that the same call may well succeed in a moment. */
export const isDatabaseAway = (error: unknown): boolean =>
  isBusy(error) ||
  AWAY_CODES.test(codeOf(error) ?? '') ||
  (error instanceof Error && error.message.startsWith('Connection terminated'));

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
