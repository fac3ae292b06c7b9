import { randomBytes } from 'node:crypto';
import type { Failure } from '@milepost/contract/body-status';
import type { Logger } from 'pino';
import { APP_ERROR_STATUS, AppError } from '../errors.ts';

/** What a call that threw answers. What was not expected is logged under a reference and says nothing of itself. */
export function toFailure(error: unknown, logger: Logger, route: unknown): Failure {
  if (error instanceof AppError) {
    return {
      status: APP_ERROR_STATUS[error.code],
      message: error.message,
      ...(error.fields && { fields: error.fields }),
      ...(error.retryAfterS !== undefined && { retryAfterS: error.retryAfterS }),
    };
  }
  const reference = randomBytes(4).toString('hex').toUpperCase();
  logger.error({ err: error, reference, route }, 'call failed');
  return {
    status: 500,
    message: `Something went wrong on our side. Tell your administrator the reference ${reference}.`,
    reference,
  };
}
