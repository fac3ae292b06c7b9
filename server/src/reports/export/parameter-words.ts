import { joinList } from '@milepost/contract/list-text';
import type { ReportFilter } from '@milepost/contract/report-kinds';
import type { ReportParameter } from '@milepost/contract/report-operations';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { VEHICLE_TYPE_NAMES } from '../../texts/names.ts';
import { inLanguage, textFor, type TextCode } from '../../texts/text.ts';
import { cellText, headText } from '../formats/cell-text.ts';
import type { ReportFile } from '../formats/report-file.ts';
import { chosenIn } from '../report-query.ts';

type How = Pick<ReportFile, 'language' | 'timeZone' | 'units' | 'currency'>;

interface FileParams {
  range: { from: string; to: string } | null;
  /** True when the range has no bounds. */
  ever: boolean;
  search: string;
  vehicleTypes: readonly VehicleType[];
  chosen: Partial<Record<ReportFilter, readonly { name: string }[]>>;
  own: readonly ReportParameter[];
  /** The label of the grouping, in the reader's language. */
  group: string | null;
  /** The label of the only group shown. */
  only: string | null;
}

const FILTERS: Record<ReportFilter, TextCode> = {
  vehicles: 'report-vehicles',
  groups: 'report-groups',
  drivers: 'report-drivers',
  fences: 'report-fences',
  rules: 'report-rules',
};
/** The number of values listed for one filter; beyond it only their number is given. */
const MAX_LISTED = 20;

/** The parameters of a report in words, in the reader's language. */
export function parameterWords(
  how: How,
  { range, ever, search, vehicleTypes, chosen, own, only, group }: FileParams,
): { label: string; value: string }[] {
  const word = (code: TextCode) => inLanguage(how.language, { code, params: {} });
  const text = (kind: Parameters<typeof cellText>[0]['kind'], cell: string | number) =>
    cellText({ key: '', label: '', kind }, how)(cell);
  const days =
    range &&
    (ever
      ? word('report-ever')
      : range.from === range.to
        ? text('day', range.from)
        : `${text('day', range.from)} – ${text('day', range.to)}`);
  return [
    ...(days === null ? [] : [{ label: word('report-range'), value: days }]),
    ...(vehicleTypes.length === 0
      ? []
      : [
          {
            label: word('report-vehicle-types'),
            value: joinList(
              vehicleTypes.map((type) => VEHICLE_TYPE_NAMES[how.language][type]),
              how.language,
            ),
          },
        ]),
    ...Object.entries(FILTERS).flatMap(([filter, code]) => {
      const names = Object.entries(chosen).find(([key]) => key === filter)?.[1] ?? [];
      return names.length === 0
        ? []
        : [
            {
              label: word(code),
              value: listOf(
                names.map(({ name }) => name),
                how,
              ),
            },
          ];
    }),
    ...(only === null ? [] : [{ label: word('report-only'), value: only }]),
    ...(search === '' ? [] : [{ label: word('report-search'), value: search }]),
    ...own.flatMap((one) => ownWords(one, how)),
    ...(group === null ? [] : [{ label: word('report-grouped'), value: group }]),
  ];
}

/** The effective thresholds and choices; those that exclude nothing are omitted. */
function ownWords({ key, label, kind, value, choices }: ReportParameter, how: How) {
  switch (kind) {
    case 'text':
      return value === '' ? [] : [{ label, value: String(value) }];
    case 'hours':
      return value === '' ? [] : [{ label, value: String(value).replace('+', '') }];
    case 'moment':
      return value === '' ? [] : [{ label, value: cellText({ key, label, kind }, how)(value) }];
    case 'choices':
      return value === ''
        ? []
        : [
            {
              label,
              value: joinList(
                chosenIn(value).map((choice) => choices?.[choice] ?? choice),
                how.language,
              ),
            },
          ];
    case 'choice':
      return [{ label, value: choices?.[String(value)] ?? String(value) }];
    default:
      if (value === 0) return [];
      return [{ label: headText({ key, label, kind }, how), value: cellText({ key, label, kind }, how)(value) }];
  }
}

function listOf(names: readonly string[], { language }: How): string {
  const more = names.length - MAX_LISTED;
  const rest = more > 0 ? [inLanguage(language, textFor('and-more', { count: more }))] : [];
  return joinList([...names.slice(0, MAX_LISTED), ...rest], language);
}
