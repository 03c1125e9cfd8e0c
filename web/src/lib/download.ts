import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { callForFile, type ArgsOf } from './call.ts'
import { saveFile } from './save-file.ts'

/** Asks an endpoint for its file and hands it to the reader; throws the `CallError` when there is none. */
export async function download<E extends Endpoint & { file: true }>(endpoint: E, args: ArgsOf<E>): Promise<void> {
  const file = await (callForFile as (endpoint: E, args: ArgsOf<E>) => Promise<File>)(endpoint, args)
  saveFile(file.name, file, file.type)
}
