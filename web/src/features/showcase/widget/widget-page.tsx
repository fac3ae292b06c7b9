import { useTranslation } from 'react-i18next';
import { ShowcasePage } from '../frame/showcase-page.tsx';
import { AlertSpecimen } from './specimens/alert-specimen.tsx';
import { CarouselSpecimen } from './specimens/carousel-specimen.tsx';
import { DatePickerSpecimen } from './specimens/date-picker-specimen.tsx';
import { GesturesSpecimen } from './specimens/gestures-specimen.tsx';
import { NotificationSpecimen } from './specimens/notification-specimen.tsx';
import { PaginationSpecimen } from './specimens/pagination-specimen.tsx';
import { ProgressSpecimen } from './specimens/progress-specimen.tsx';
import { RatingSpecimen } from './specimens/rating-specimen.tsx';
import { TimePickerSpecimen } from './specimens/time-picker-specimen.tsx';
import { ToastSpecimen } from './specimens/toast-specimen.tsx';
import { TooltipSpecimen } from './specimens/tooltip-specimen.tsx';

const CONTENTS = [
  { id: 'notification', title: 'widget.notification.title' },
  { id: 'toast', title: 'widget.toast.title' },
  { id: 'alert', title: 'widget.alert.title' },
  { id: 'date-picker', title: 'widget.date.title' },
  { id: 'time-picker', title: 'widget.time.title' },
  { id: 'carousel', title: 'widget.carousel.title' },
  { id: 'rating', title: 'widget.rating.title' },
  { id: 'progress', title: 'widget.progress.title' },
  { id: 'pagination', title: 'widget.pagination.title' },
  { id: 'tooltip', title: 'widget.tooltip.title' },
  { id: 'gestures', title: 'widget.gestures.title' },
];

/** The root segment `widget`: the widgets of the specification (sections 5 and 9). */
export default function WidgetPage() {
  const { t } = useTranslation();
  return (
    <ShowcasePage
      title={t('widget.title')}
      text={t('widget.text')}
      contents={CONTENTS.map(({ id, title }) => ({ id, title: t(title) }))}
    >
      <NotificationSpecimen />
      <ToastSpecimen />
      <AlertSpecimen />
      <DatePickerSpecimen />
      <TimePickerSpecimen />
      <CarouselSpecimen />
      <RatingSpecimen />
      <ProgressSpecimen />
      <PaginationSpecimen />
      <TooltipSpecimen />
      <GesturesSpecimen />
    </ShowcasePage>
  );
}
