import { SKIP_CODES } from '@milepost/contract/route-kinds';
import type { TFunction } from 'i18next';

/** The reason why a stop is skipped: a person's text, or the text of the server's finding. */
export const skipText = (t: TFunction, reason: string): string =>
  SKIP_CODES.some((code) => code === reason) ? t(`routes.skip.${reason}`) : reason;
