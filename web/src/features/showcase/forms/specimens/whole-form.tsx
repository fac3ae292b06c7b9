import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { showNotification } from '../../../../ui/notification/show-notification.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { checkTripRequest, type TripRequest } from '../check-trip-request.ts';
import classes from '../forms-page.module.css';
import { NumberInput } from '../../../../ui/form/number-input.tsx';

const CODE = `const form = useForm({ initialValues, validate: checkTripRequest });

<form onSubmit={form.onSubmit(save, focusFirstError)} noValidate>
  <TextInput label="Registration" withAsterisk {...form.getInputProps('registration')} />
  <Button type="submit">Send</Button>
</form>`;

/** Errors are shown at their fields; the first one gets the focus; no input is lost. */
export function WholeForm() {
  const { t } = useTranslation();
  const form = useForm<TripRequest>({
    initialValues: { registration: '', passengers: '', mail: '', from: '' },
    validate: (values) =>
      Object.fromEntries(Object.entries(checkTripRequest(values)).map(([field, key]) => [field, t(key)])),
    validateInputOnBlur: true,
  });
  function sent(values: TripRequest) {
    showNotification('bg-green', t('forms.whole.sent', { registration: values.registration.trim() }));
    form.reset();
  }
  return (
    <Specimen id="whole" title={t('forms.whole.title')} text={t('forms.whole.text')} code={() => CODE}>
      {() => (
        <form
          noValidate
          className={classes.form}
          onSubmit={form.onSubmit(sent, (errors) => {
            const [first] = Object.keys(errors);
            if (first !== undefined) form.getInputNode(first)?.focus();
          })}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
            <TextInput label={t('forms.whole.registration')} withAsterisk {...form.getInputProps('registration')} />
            <NumberInput
              label={t('forms.whole.passengers')}
              withAsterisk
              min={0}
              {...form.getInputProps('passengers')}
            />
            <TextInput label={t('forms.whole.from')} withAsterisk {...form.getInputProps('from')} />
            <TextInput label={t('forms.whole.mail')} type="email" withAsterisk {...form.getInputProps('mail')} />
          </SimpleGrid>
          <Group mt="md" gap="xs">
            <Button type="submit">{t('forms.whole.send')}</Button>
            <Button variant="default" onClick={() => form.reset()} disabled={!form.isDirty()}>
              {t('forms.whole.reset')}
            </Button>
          </Group>
        </form>
      )}
    </Specimen>
  );
}
