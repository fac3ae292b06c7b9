import { CommandList } from './command-list.tsx';

/** The commands to all devices. */
export default function CommandsPage() {
  return <CommandList texts="commands" kinds={[]} name="commands" />;
}
