import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isLanguage, type Language } from '@milepost/contract/languages';
import { chooseLanguage, languageOptions, linkLanguage, applyLinkLanguage } from '../api/link-language.ts';
import { formatSettings } from '../text/format-settings.ts';

interface Props extends Pick<NativeSelectProps, 'aria-label' | 'size' | 'w' | 'className'> {
  /**
   * The sender's time zone, in which times are shown, since a personal one is not known on these pages. Undefined until
   * it is loaded.
   */
  timeZone: string | undefined;
  onChoose?: (language: Language) => void;
  /** Called when the texts of a language are loaded. */
  afterLoad?: () => Promise<void>;
}

/** The language of a page that a link opens: the browser's, or the one chosen here or on another such page. */
export function LinkLanguage({ timeZone, onChoose, afterLoad, ...select }: Props) {
  const [language, setLanguage] = useState<Language>(linkLanguage);
  useEffect(() => {
    const [stored, current] = [linkLanguage(), formatSettings()];
    // An expired link, or one without a reply, shows its message in the chosen language, too.
    if (timeZone === undefined && stored === current.language) return;
    applyLinkLanguage(stored, timeZone ?? current.timeZone)
      .then(timeZone === undefined ? undefined : afterLoad)
      .catch(() => {});
  }, [timeZone, afterLoad]);
  function choose(chosen: Language) {
    setLanguage(chosen);
    onChoose?.(chosen);
    chooseLanguage(chosen, timeZone ?? formatSettings().timeZone)
      .then(afterLoad)
      .catch(() => {});
  }
  return (
    <NativeSelect
      {...select}
      data={languageOptions}
      value={language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(value)}
    />
  );
}
