// This file does not import zod, because the phone that fills in an inspection uses these kinds.

/** The result for an item: in order, a defect, or not present. */
export const RESULTS = ['ok', 'defect', 'absent'] as const;
export type InspectionResult = (typeof RESULTS)[number];

/**
 * The severity of a defect, as in Directive 2014/45/EU, article 7: the last is a direct and immediate risk to road
 * safety.
 */
export const DEFECT_SEVERITIES = ['minor', 'major', 'dangerous'] as const;
export type DefectSeverity = (typeof DEFECT_SEVERITIES)[number];

/** The points of a signature are in thousandths of its width; the second constant is its height. */
export const SIGNATURE_WIDTH = 1000;
export const SIGNATURE_HEIGHT = 300;
