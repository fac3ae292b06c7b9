import type { RequestKind } from '@milepost/contract/command-kinds';

/** The values of a command form. */
export interface CommandValues extends Record<string, unknown> {
  kind: RequestKind;
  seconds: number | null;
  output: number | null;
  /** As typed, in kilometres or in miles; whole kilometres are sent. */
  odometerKm: number | null;
  /** As typed. */
  phones: string;
  /** The chosen variant; null for the first. */
  release: string | null;
  text: string;
  reason: string;
  /** For people who may stop engines. */
  password: string;
  /** Sent by SMS instead of the device's connection. */
  bySms: boolean;
  hours: number | null;
}

export const NEW_COMMAND: CommandValues = {
  kind: 'locate',
  seconds: 30,
  output: 1,
  odometerKm: null,
  phones: '',
  release: null,
  text: '',
  reason: '',
  password: '',
  bySms: false,
  hours: null,
};

/** Splits typed telephone numbers. */
export const phonesOf = (typed: string): string[] =>
  typed
    .split(/[,;\n،]/)
    .map((phone) => phone.trim())
    .filter((phone) => phone !== '');
