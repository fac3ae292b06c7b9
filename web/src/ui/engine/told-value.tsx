import type { Told } from './told-time.ts';
import { HiddenText } from '../hidden-text/hidden-text.tsx';

/** A figure that may not be known; what is to be said to it stands in its title and is read aloud. */
export function ToldValue({ told: { text, why } }: { told: Told }) {
  if (why === null) return text;
  return (
    <abbr title={why}>
      {text}
      <HiddenText>{` (${why})`}</HiddenText>
    </abbr>
  );
}
