import { useTranslation } from 'react-i18next';
import { ShowcasePage } from '../showcase/showcase-page.tsx';

export default function FormsPage() {
  const { t } = useTranslation();
  return (
    <ShowcasePage title={t('forms.title')} text={t('forms.text')} contents={[]}>
      {null}
    </ShowcasePage>
  );
}
