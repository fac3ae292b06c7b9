import { useSearchParams } from 'react-router';
import { SAME_PAGE } from '../same-page.ts';

/** The record that is open beside its list, stored in the address as `open`: an id, or `new`. */
export function useOpenRecord() {
  const [params, setParams] = useSearchParams();
  const text = params.get('open');
  const id = Number(text);
  const opened = text === 'new' ? 'new' : Number.isInteger(id) && id > 0 ? id : null;

  function put(value: string | null) {
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (value === null) next.delete('open');
      else next.set('open', value);
      return next;
    }, SAME_PAGE);
  }
  return { opened, open: (record: number | 'new') => put(String(record)), close: () => put(null) } as const;
}
