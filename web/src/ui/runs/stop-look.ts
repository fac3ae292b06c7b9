import type { StopState } from '@milepost/contract/run-day-kinds';
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconMapPin,
  IconMinus,
  IconPlus,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react';

/** The display of a stop: its state, or that it is late. */
export type StopLook = StopState | 'late' | 'will-be-late';

/** Being late, or expected late, takes precedence over the state. */
export function lookOf({ state, late }: { state: StopState; late: boolean }): StopLook {
  if (!late) return state;
  if (state === 'planned') return 'will-be-late';
  return state === 'done' || state === 'arrived' ? 'late' : state;
}

/** For maps, which do not support CSS variables. */
export const LOOK_COLOUR: Record<StopLook, string> = {
  planned: '#64748b',
  'will-be-late': '#b45309',
  arrived: '#1d4ed8',
  done: '#15803d',
  late: '#b45309',
  missed: '#b91c1c',
  skipped: '#6b7280',
  unplanned: '#7c3aed',
  unknown: '#4b5563',
};

/** Null for a stop that shows its number. */
export const LOOK_ICON: Record<StopLook, Icon | null> = {
  planned: null,
  'will-be-late': IconAlertTriangle,
  arrived: IconMapPin,
  done: IconCheck,
  late: IconAlertTriangle,
  missed: IconX,
  skipped: IconMinus,
  unplanned: IconPlus,
  unknown: IconQuestionMark,
};
