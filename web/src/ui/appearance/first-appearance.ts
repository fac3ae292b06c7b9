import { followSystem } from './appearance-store.ts';

/** Who has no account has chosen no appearance: light or dark then, as the phone is. */
export function showAsSystem(): void {
  if (localStorage.getItem('theme') === null) followSystem();
}
