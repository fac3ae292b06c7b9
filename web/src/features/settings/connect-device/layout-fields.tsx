import type { LayoutFault } from '@milepost/contract/layout-profile-operations';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../text/visible.ts';
import { type LayoutDraft, meaningAt, MEANINGS, withMeaning } from './layout-draft.ts';
import { MeaningField } from './meaning-field.tsx';
import own from './profiles.module.css';

interface Props {
  fields: readonly string[];
  draft: LayoutDraft;
  onChange: (draft: LayoutDraft) => void;
  /** The errors of the layout for this frame. */
  faults: readonly LayoutFault[];
  /** The errors by the dotted path of the profile. */
  errors: Readonly<Record<string, string>>;
}

/** The fields of a frame: a click on one sets its meaning. */
export function LayoutFields({ fields, draft, onChange, faults, errors }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={own.fields}>
      {fields.map((value, at) => {
        const meaning = meaningAt(draft, at);
        const fault = faults.find((one) => one.meaning === meaning)?.fault;
        return (
          // The fields of a frame are identified only by their index.
          <li key={at}>
            <MeaningField
              name={String(at + 1)}
              isNumbered
              value={visible(value)}
              meaning={meaning}
              meanings={MEANINGS}
              labelOf={(one) => t(`settings.connect.layout.meaning.${one}`)}
              error={
                errors[`layout.fields.${meaning}`] ??
                (fault && t(`settings.connect.layout.fault.${fault}`)) ??
                undefined
              }
              onChoose={(one) => onChange(withMeaning(draft, at, value, one))}
            />
          </li>
        );
      })}
    </ul>
  );
}
