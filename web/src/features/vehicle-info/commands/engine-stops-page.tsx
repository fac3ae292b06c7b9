import { ENGINE_KINDS } from '@milepost/contract/command-kinds';
import { CommandList } from './command-list.tsx';

/** Every engine stop and resumption. */
export default function EngineStopsPage() {
  return <CommandList texts="commands.engine-stops" kinds={[...ENGINE_KINDS]} name="engine-stops" />;
}
