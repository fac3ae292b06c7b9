import { faultOfIssue, issueCode } from '@milepost/contract/fault';
import type { z } from 'zod';
import { fieldError } from '../../errors.ts';

/** What a route takes of a record with what becomes of it. @throws AppError `invalid` for the first thing that it does not take */
export function readInput<Output>(schema: z.ZodType<Output>, values: object): Output {
  const { data, error } = schema.safeParse(values, { error: issueCode });
  const [issue] = error?.issues ?? [];
  if (issue || data === undefined) throw fieldError('invalid', { value: issue ? faultOfIssue(issue) : 'not-valid' });
  return data;
}
