import type { ReportParameter } from '@milepost/contract/report-operations';
import { distanceUnitM, distanceUnit, speedStepKph, speedUnit } from '../../text/format.ts';

/** The typed unit of a kind of parameter, and its size in the value. */
export function unitOf(kind: ReportParameter['kind'], minutes: string): { step: number; unit: string } {
  switch (kind) {
    case 'duration':
      return { step: 60, unit: minutes };
    case 'distance':
      return { step: distanceUnitM(), unit: distanceUnit() };
    case 'speed':
      return { step: speedStepKph(), unit: speedUnit() };
    case 'share':
      return { step: 0.01, unit: '%' };
    default:
      return { step: 1, unit: '' };
  }
}
