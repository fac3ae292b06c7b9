import type { Severity } from '@milepost/contract/fact-routes';

/** The gravest first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'major', 'minor', 'warning'];
