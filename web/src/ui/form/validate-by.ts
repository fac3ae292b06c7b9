import { faultOfIssue, issueCode } from '@milepost/contract/fault';
import type { z } from 'zod';
import { faultText } from '../../text/fault-text.ts';

/** The validation errors of a schema of the contract, by each field's dotted path, in the current language. */
export const validateBy =
  (schema: z.ZodType) =>
  (values: unknown): Record<string, string> => {
    const faults: Record<string, string> = {};
    const { error } = schema.safeParse(values, { error: issueCode });
    for (const issue of error?.issues ?? [])
      faults[issue.path.map(String).join('.')] ??= faultText(faultOfIssue(issue));
    return faults;
  };
