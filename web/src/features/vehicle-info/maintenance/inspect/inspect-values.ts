import type { DefectSeverity, InspectionResult } from '@milepost/contract/inspection-kinds';
import type { StoredFile } from '@milepost/contract/file-operations';
import type { Strokes } from '../../../../ui/signature/signature-view.tsx';

export interface AnswerValues {
  item: string;
  result: InspectionResult | null;
  severity: DefectSeverity | null;
  note: string;
  photos: readonly StoredFile[];
}

export interface InspectValues extends Record<string, unknown> {
  vehicleId: number | null;
  checklistId: number | null;
  answers: AnswerValues[];
  odometerM: number | null;
  note: string;
  signedBy: string;
  signature: Strokes;
  openOrder: boolean;
  /** Null for the proposal, which takes a vehicle with a dangerous defect out of service. */
  outOfService: boolean | null;
}

export const newValues = (vehicleId: number | null, signedBy: string): InspectValues => ({
  vehicleId,
  checklistId: null,
  answers: [],
  odometerM: null,
  note: '',
  signedBy,
  signature: [],
  openOrder: true,
  outOfService: null,
});

/** The items without a result so far. */
export const unanswered = (items: readonly string[]): AnswerValues[] =>
  items.map((item) => ({ item, result: null, severity: null, note: '', photos: [] }));

export const hasDefect = ({ answers }: InspectValues): boolean => answers.some(({ result }) => result === 'defect');

/** True if a work order is opened whatever is chosen. */
export const hasDanger = ({ answers }: InspectValues): boolean =>
  answers.some(({ result, severity }) => result === 'defect' && severity === 'dangerous');

/** True if the vehicle is taken out of service, by choice or as proposed. */
export const isOut = (values: InspectValues): boolean => values.outOfService ?? hasDanger(values);

/** The values as the call's input; the schema rejects items without a result. */
export const inputOf = (values: InspectValues) => ({
  ...values,
  signature: values.signature.map((stroke) => [...stroke]),
  outOfService: isOut(values) && (hasDanger(values) || (values.openOrder && hasDefect(values))),
  answers: values.answers.map(({ photos, ...answer }) => ({ ...answer, fileIds: photos.map(({ id }) => id) })),
});
