import { useTranslation } from 'react-i18next';
import { ShowcasePage } from '../frame/showcase-page.tsx';
import { ChoiceFields } from './specimens/choice-fields.tsx';
import { OtherFields } from './specimens/other-fields.tsx';
import { RichTextSpecimen } from './specimens/rich-text-specimen.tsx';
import { SliderSpecimen } from './specimens/slider-specimen.tsx';
import { TextFields } from './specimens/text-fields.tsx';
import { WholeForm } from './specimens/whole-form.tsx';

const CONTENTS = [
  'text-field',
  'number-field',
  'password-field',
  'text-area',
  'autocomplete',
  'select',
  'multi-select',
  'checkboxes',
  'radios',
  'switch',
  'date-range',
  'color-field',
  'file-field',
  'drop-zone',
  'range-slider',
  'slider',
  'rich-text',
  'whole',
];

/** The root segment `forms`: every form control, and the behaviour of a whole form. */
export default function FormsPage() {
  const { t } = useTranslation();
  return (
    <ShowcasePage
      title={t('forms.title')}
      text={t('forms.text')}
      contents={CONTENTS.map((id) => ({ id, title: t(`forms.${id}.title`) }))}
    >
      <TextFields />
      <ChoiceFields />
      <OtherFields />
      <SliderSpecimen />
      <RichTextSpecimen />
      <WholeForm />
    </ShowcasePage>
  );
}
