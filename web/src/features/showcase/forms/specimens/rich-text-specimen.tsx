import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const KNOBS = { readOnly: onOff(false), minHeight: number(160, 80, 480, 20) };

/** The field for text with headings, lists and links. */
export function RichTextSpecimen() {
  const { t } = useTranslation();
  const label = t('forms.rich-text.label');
  const [html, setHtml] = useState(
    `<h2>${t('forms.rich-text.sample-head')}</h2><p>${t('forms.rich-text.sample-text')}</p>` +
      `<ul><li><p>${t('forms.rich-text.sample-first')}</p></li><li><p>${t('forms.rich-text.sample-second')}</p></li></ul>`,
  );
  return (
    <Specimen
      id="rich-text"
      title={t('forms.rich-text.title')}
      text={t('forms.rich-text.text')}
      knobs={KNOBS}
      code={(changed) =>
        jsxCode('RichText', { label, value: expression('html'), onChange: expression('setHtml'), ...changed })
      }
    >
      {({ minHeight, readOnly }) => (
        // The height is read once, when the editor is created.
        <RichText
          key={minHeight}
          label={label}
          value={html}
          onChange={setHtml}
          minHeight={minHeight}
          readOnly={readOnly}
        />
      )}
    </Specimen>
  );
}
