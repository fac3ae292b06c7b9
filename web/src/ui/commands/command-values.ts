import type { RequestKind } from '@milepost/contract/command-kinds';

/** What is in the form of a command. */
export interface CommandValues extends Record<string, unknown> {
  kind: RequestKind;
  seconds: number | null;
  output: number | null;
  /** As it is typed, in kilometres or in miles; whole kilometres are sent. */
  odometerKm: number | null;
  /** As they are typed. */
  phones: string;
  /** The wording that is chosen; null: the first. */
  release: string | null;
  text: string;
  reason: string;
  /** For what may stop engines. */
  password: string;
  /** Not by the connection of the device. */
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

/** Telephones that are typed one after the other. */
export const phonesOf = (typed: string): string[] =>
  typed
    .split(/[,;\n،]/)
    .map((phone) => phone.trim())
    .filter((phone) => phone !== '');
