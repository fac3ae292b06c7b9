import { Switch, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../ui/error-text.ts';
import { LocationFacts } from './location-facts.tsx';
import { composeUrl, readWebmail, saveWebmail } from './mail-links.ts';
import classes from './panel.module.css';
import { type Switch as Name, saveSetting, SWITCHES, useSettings } from './settings.ts';
import { switchOn } from './switch-effects.ts';
import { UsageFacts } from './usage-facts.tsx';

/** The details below a switch while it is on. */
const FACTS: Partial<Record<Name, ReactNode>> = {
  'report-usage': <UsageFacts />,
  'email-redirect': <WebmailField />,
  location: <LocationFacts />,
};

/** The six switches. Each takes effect immediately and stores its state. */
export function SettingsTab() {
  return SWITCHES.map((name) => <Setting key={name} name={name} />);
}

function Setting({ name }: { name: Name }) {
  const { t } = useTranslation();
  const on = useSettings()[name];
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function change(next: boolean) {
    setFailure(null);
    setBusy(true);
    try {
      await switchOn(name, next);
      saveSetting(name, next);
    } catch (error) {
      setFailure(errorText(t, error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className={classes['setting']}>
      <Switch
        checked={on}
        disabled={busy}
        onChange={(event) => void change(event.currentTarget.checked)}
        label={t(`panel.switch.${name}`)}
        description={t(`panel.about.${name}`)}
        error={failure}
        labelPosition="left"
        styles={{ body: { justifyContent: 'space-between' }, label: { fontWeight: 500 } }}
      />
      {on && FACTS[name] !== undefined && (
        <Text component="div" size="sm" mt={8}>
          {FACTS[name]}
        </Text>
      )}
    </section>
  );
}

/** The address of the webmail in which e-mail links open. */
function WebmailField() {
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
