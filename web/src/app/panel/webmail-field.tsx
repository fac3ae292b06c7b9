import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { composeUrl, readWebmail, saveWebmail } from './mail-links.ts';

/** The address of the webmail in which e-mail links open. */
export function WebmailField() {
  const { t } = useTranslation();
  const [address, setAddress] = useState(readWebmail);
  const wrong = address !== '' && composeUrl(address, 'a@b.example') === null;
  return (
    <TextInput
      label={t('panel.webmail')}
      description={t('panel.webmail-hint')}
      placeholder="https://mail.example.org/compose?to={to}"
      value={address}
      error={wrong && t('panel.webmail-wrong')}
      onChange={(event) => {
        setAddress(event.currentTarget.value);
        saveWebmail(event.currentTarget.value.trim());
      }}
      dir="ltr"
    />
  );
}
