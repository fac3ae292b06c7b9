import { SKIP_CODES } from '@milepost/contract/route-kinds';
import type { TFunction } from 'i18next';

/** Why a stop is skipped: what a person wrote, or in words what the server found. */
export const skipText = (t: TFunction, reason: string): string =>
  SKIP_CODES.some((code) => code === reason) ? t(`routes.skip.${reason}`) : reason;
