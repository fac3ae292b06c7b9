/** The values of the example form. */
export interface TripRequest {
  registration: string;
  passengers: number | string;
  mail: string;
  from: string;
}

/** The message key of each invalid field; empty if all are valid. */
export function checkTripRequest({
  registration,
  passengers,
  mail,
  from,
}: TripRequest): Partial<Record<keyof TripRequest, string>> {
  const errors: Partial<Record<keyof TripRequest, string>> = {};
  if (registration.trim() === '') errors.registration = 'forms.whole.no-registration';
  if (typeof passengers !== 'number' || passengers < 1 || passengers > 60)
    errors.passengers = 'forms.whole.passengers-range';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mail.trim())) errors.mail = 'forms.whole.no-mail';
  if (from.trim() === '') errors.from = 'forms.whole.no-from';
  return errors;
}
