import { useTranslation } from 'react-i18next';
import { ShowcasePage } from '../frame/showcase-page.tsx';
import {
  BadgeSpecimen,
  ButtonSpecimen,
  IconButtonSpecimen,
  MenuSpecimen,
  StatusSpecimen,
} from './specimens/buttons.tsx';
import { AccordionSpecimen, BreadcrumbsSpecimen, TabsSpecimen } from './specimens/navigation.tsx';
import { DrawerSpecimen, ModalSpecimen } from './specimens/overlays.tsx';
import { LightBoxSpecimen } from './specimens/light-box-specimen.tsx';
import { LoadAssetSpecimen } from './specimens/load-asset-specimen.tsx';
import { EmptySpecimen, ErrorSpecimen, LoaderSpecimen, LoadingSpecimen } from './specimens/states.tsx';

const CONTENTS = [
  'button',
  'icon-button',
  'menu',
  'badge',
  'status',
  'breadcrumbs',
  'tabs',
  'accordion',
  'modal',
  'drawer',
  'light-box',
  'skeleton',
  'loader',
  'empty',
  'error',
  'load-asset',
];

/** The root segment `ui`: the common parts of screens, and the states that every screen must have. */
export default function UiPage() {
  const { t } = useTranslation();
  return (
    <ShowcasePage
      title={t('ui.title')}
      text={t('ui.text')}
      contents={CONTENTS.map((id) => ({ id, title: t(`ui.${id}.title`) }))}
    >
      <ButtonSpecimen />
      <IconButtonSpecimen />
      <MenuSpecimen />
      <BadgeSpecimen />
      <StatusSpecimen />
      <BreadcrumbsSpecimen />
      <TabsSpecimen />
      <AccordionSpecimen />
      <ModalSpecimen />
      <DrawerSpecimen />
      <LightBoxSpecimen />
      <LoadingSpecimen />
      <LoaderSpecimen />
      <EmptySpecimen />
      <ErrorSpecimen />
      <LoadAssetSpecimen />
    </ShowcasePage>
  );
}
