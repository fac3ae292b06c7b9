import { faultOfIssue, issueCode } from '@milepost/contract/fault';
import type { z } from 'zod';
import { fieldError } from '../../errors.ts';

/** Parses the changed record with the input schema of its call. @throws AppError `invalid` with the first fault */
export function readInput<Output>(schema: z.ZodType<Output>, values: object): Output {
  const { data, error } = schema.safeParse(values, { error: issueCode });
  const [issue] = error?.issues ?? [];
  if (issue || data === undefined) throw fieldError('invalid', { value: issue ? faultOfIssue(issue) : 'not-valid' });
  return data;
}
