import { useTranslation } from 'react-i18next';
import { Lightbox } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import type { Picture } from './light-box.tsx';

interface Props {
  pictures: readonly Picture[];
  index: number;
  onIndex: (index: number | null) => void;
}

export default function LightBoxView({ pictures, index, onIndex }: Props) {
  const { t } = useTranslation();
  return (
    <Lightbox
      open
      index={index}
      close={() => onIndex(null)}
      on={{ view: ({ index: seen }) => onIndex(seen) }}
      slides={pictures.map(({ src, alt, caption }) => ({ src, alt, description: caption ?? alt }))}
      plugins={[Captions, Counter, Zoom]}
      carousel={{ finite: pictures.length < 2 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      labels={{
        Previous: t('light-box.previous'),
        Next: t('light-box.next'),
        Close: t('light-box.close'),
        'Zoom in': t('light-box.zoom-in'),
        'Zoom out': t('light-box.zoom-out'),
        Lightbox: t('light-box.label'),
        'Photo gallery': t('light-box.label'),
        Slide: t('light-box.picture'),
        Carousel: t('light-box.label'),
      }}
    />
  );
}
