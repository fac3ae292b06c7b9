import type { DefectSeverity, InspectionResult } from '@milepost/contract/inspection-kinds';
import type { StoredFile } from '@milepost/contract/file-routes';
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
  /** Null: as is proposed, which is that a dangerous vehicle is not driven. */
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

/** Nothing is found of these yet. */
export const unanswered = (items: readonly string[]): AnswerValues[] =>
  items.map((item) => ({ item, result: null, severity: null, note: '', photos: [] }));

export const hasDefect = ({ answers }: InspectValues): boolean => answers.some(({ result }) => result === 'defect');

/** Whether a work order is opened whatever is chosen. */
export const hasDanger = ({ answers }: InspectValues): boolean =>
  answers.some(({ result, severity }) => result === 'defect' && severity === 'dangerous');

/** Whether the vehicle is taken out of service, chosen or proposed. */
export const isOut = (values: InspectValues): boolean => values.outOfService ?? hasDanger(values);

/** What is sent; what was not answered is refused by the schema. */
export const inputOf = (values: InspectValues) => ({
  ...values,
  signature: values.signature.map((stroke) => [...stroke]),
  outOfService: isOut(values) && (hasDanger(values) || (values.openOrder && hasDefect(values))),
  answers: values.answers.map(({ photos, ...answer }) => ({ ...answer, fileIds: photos.map(({ id }) => id) })),
});
