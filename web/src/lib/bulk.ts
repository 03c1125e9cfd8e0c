import type { BulkAnswer } from '../../../src/contract/bulk.ts'

/** Why an act on many was refused for some of them, as `name: reason` a line. */
export function refusals({ results }: BulkAnswer, items: readonly { id: string; name: string }[]): string[] {
  return results
    .filter(({ ok }) => !ok)
    .map(({ id, code, detail }) => `${items.find((item) => item.id === id)?.name ?? id}: ${detail ?? code ?? ''}`)
}
