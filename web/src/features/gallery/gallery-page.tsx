import { MissingPage } from '../../ui/missing-page.tsx';

export default function GalleryPage() {
  return <MissingPage screen="gallery" />;
}
