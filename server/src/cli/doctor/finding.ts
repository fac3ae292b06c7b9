export type FindingState = 'ok' | 'warning' | 'fault';

/** The result of one check of `milepost doctor`. */
export interface Finding {
  check: string;
  state: FindingState;
  /** What was found, and after it what to do. */
  text: string;
}

export const finding =
  (check: string) =>
  (state: FindingState, text: string): Finding => ({ check, state, text });
