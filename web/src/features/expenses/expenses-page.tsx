import { MissingPage } from '../../ui/missing-page.tsx';

export default function ExpensesPage() {
  return <MissingPage screen="expenses" />;
}
