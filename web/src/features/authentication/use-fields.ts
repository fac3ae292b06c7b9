import { useState } from 'react';

type Values<Name extends string> = Record<Name, string>;
type Errors = Partial<Record<string, string>>;

/**
 * A few text fields with an error each. Smaller than the forms of other pages, because it is loaded with the first
 * page.
 */
export function useFields<Name extends string>(
  start: Values<Name>,
  validate: (values: Values<Name>) => Partial<Record<Name, string>>,
) {
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Errors>({});
  return {
    /** Shows the server's errors; @returns true if any of them is at one of these fields */
    refuse(refused: Errors): boolean {
      setErrors(refused);
      return Object.keys(refused).some((name) => name in start);
    },
    field: (name: Name) => ({
      value: values[name],
      error: errors[name],
      onChange(event: { currentTarget: { value: string } }) {
        const { value } = event.currentTarget;
        setValues((present) => ({ ...present, [name]: value }));
        setErrors((present) => ({ ...present, [name]: undefined }));
      },
    }),
    /** Passes the values on if none of them has an error. */
    onSubmit: (submit: (values: Values<Name>) => void) => (event: { preventDefault: () => void }) => {
      event.preventDefault();
      const found: Errors = validate(values);
      setErrors(found);
      if (Object.keys(found).length === 0) submit(values);
    },
  };
}
