import { CommandList } from './command-list.tsx';

/** What was asked of all devices. */
export default function CommandsPage() {
  return <CommandList texts="commands" kinds={[]} name="commands" />;
}
