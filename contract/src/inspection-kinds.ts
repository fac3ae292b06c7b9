// Without zod: the phone that fills in an inspection takes the kinds from here.

/** What was found of an item: in order, a defect, or not there to be looked at. */
export const RESULTS = ['ok', 'defect', 'absent'] as const;
export type InspectionResult = (typeof RESULTS)[number];

/** Of a defect, as in Directive 2014/45/EU, article 7: the last is a direct and immediate risk on the road. */
export const DEFECT_SEVERITIES = ['minor', 'major', 'dangerous'] as const;
export type DefectSeverity = (typeof DEFECT_SEVERITIES)[number];

/** Points of a signature are in thousandths of its width; it is so high. */
export const SIGNATURE_WIDTH = 1000;
export const SIGNATURE_HEIGHT = 300;
