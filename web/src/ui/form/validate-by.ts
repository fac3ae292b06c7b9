import { faultOfIssue, issueCode } from '@milepost/contract/fault';
import type { z } from 'zod';
import { faultText } from '../../text/fault-text.ts';

/** What a schema of the contract refuses, at each field's dotted path, in the language that is spoken. */
export const validateBy =
  (schema: z.ZodType) =>
  (values: unknown): Record<string, string> => {
    const faults: Record<string, string> = {};
    const { error } = schema.safeParse(values, { error: issueCode });
    for (const issue of error?.issues ?? [])
      faults[issue.path.map(String).join('.')] ??= faultText(faultOfIssue(issue));
    return faults;
  };
