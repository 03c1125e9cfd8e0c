import { systemClock } from '../core/time.ts'
import { runCommand } from './command.ts'
import type { Place } from './place.ts'

/** A data folder with the database and the key it brings along; `over` is laid over it. */
export function placeIn(dataDir: string, over: Partial<Place> = {}): Place {
  return { dataDir, databaseUrl: undefined, masterKey: undefined, masterKeyFile: undefined, ...over }
}

/** Runs a command and answers all it said. */
export async function runAt(args: string[], place: Place): Promise<string> {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  await runCommand(args, { place, clock: systemClock, version: '0.1.0', costOf: () => 0n, say })
  return lines.join('\n')
}
