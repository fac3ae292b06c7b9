import { filePath } from '../../api/file-addresses.ts';
import type { GalleryFilter } from '@milepost/contract/file-operations';
import { useState } from 'react';
import { formatDayAndClock } from '../../text/format.ts';
import { LightBox } from '../../ui/light-box/light-box.tsx';
import { CHUNK } from './gallery-layout.ts';
import { usePhotos } from './use-photos.ts';

interface Props {
  filter: GalleryFilter;
  /** The index of the open photo in the gallery. */
  opened: number | null;
  onOpened: (place: number | null) => void;
}

/** A full-screen photo, with navigation to the previous and next ones. */
export function GalleryLightBox({ filter, opened, onOpened }: Props) {
  // The set of pictures stays the same during navigation: some hundred on either side.
  const [middle, setMiddle] = useState<number | null>(null);
  if ((opened === null) !== (middle === null)) setMiddle(opened);
  const chunk = Math.floor((middle ?? 0) / CHUNK);
  const around = [chunk - 1, chunk, chunk + 1].filter((one) => one >= 0);
  const photos = usePhotos(filter, middle === null ? '' : around.join());
  const places = [...photos.keys()].toSorted((a, b) => a - b);
  const index = opened === null ? -1 : places.indexOf(opened);
  return (
    <LightBox
      index={index === -1 ? null : index}
      onIndex={(next) => onOpened(next === null ? null : (places[next] ?? null))}
      pictures={[...places].flatMap((place) => {
        const photo = photos.get(place);
        if (!photo) return [];
        const { file, registration, recordName } = photo;
        const when = formatDayAndClock(file.takenAt ?? file.addedAt);
        return {
          src: filePath(file.id),
          alt: file.name,
          caption: `${registration ?? recordName} · ${when} · ${file.name}`,
        };
      })}
    />
  );
}
