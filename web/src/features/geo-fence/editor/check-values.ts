import { shapeFaultMessage, shapeFault, tidyShape, type ShapeFault } from '@milepost/contract/shape-fault';
import type { FenceShape } from '@milepost/contract/fence-shape-types';
import type { TFunction } from 'i18next';
import { faultText } from '../../../text/fault-text.ts';
import { type FoundFault, isReadingFault } from '../files/found-fence.ts';
import type { FenceValues } from './fence-values.ts';

/** The error of a shape; one that is not drawn yet has none. */
export const faultOf = (shape: FenceShape | null): ShapeFault | null => shape && shapeFault(tidyShape(shape));

/** The error in the person's language, with its location. */
export const faultWords = (t: TFunction, fault: FoundFault): string =>
  isReadingFault(fault) ? t(`geo-fence.fault.${fault.code}`) : faultText(shapeFaultMessage(fault));

/** The errors that prevent saving a geofence, by field. */
export function checkValues(t: TFunction, values: FenceValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const { name, shape, speedLimit, dwells, dwellMinutes } = values;
  if (name.trim() === '') errors['name'] = t('geo-fence.fault.no-name');
  const fault = faultOf(shape);
  if (shape === null) errors['shape'] = t('geo-fence.fault.no-shape');
  else if (fault) errors['shape'] = faultWords(t, fault);
  if (speedLimit !== '' && (speedLimit < 5 || speedLimit > 250)) errors['speedLimit'] = t('geo-fence.fault.limit');
  if (dwells && (dwellMinutes === '' || dwellMinutes < 1 || dwellMinutes > 43_200)) {
    errors['dwellMinutes'] = t('geo-fence.fault.dwell');
  }
  return errors;
}
