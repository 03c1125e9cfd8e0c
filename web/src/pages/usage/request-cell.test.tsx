import { expect, test } from 'vitest'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { draw } from '../../test-draw.ts'
import type { Column } from './columns.ts'
import { Cell, usePen } from './request-cell.tsx'

const ROW = { status: 'succeeded', cost: '0.0993', upstream_cost: '0.1425', provider: null, attempts_made: 1 }

/** The cell of a column as the list shows it. */
async function cellOf(column: Column, facts: object): Promise<HTMLElement> {
  const row = { ...ROW, usage: {}, ...facts } as unknown as RequestRow
  const Drawn = () => <Cell column={column} row={row} pen={usePen()} limits={{} as never} first={false} narrow="" />
  const { place } = await draw(
    <table>
      <tbody>
        <tr>
          <Drawn />
        </tr>
      </tbody>
    </table>,
    { texts: ['requests'] },
  )
  return place.querySelector('tr')?.firstElementChild as HTMLElement
}

test('a request that cost more than it was charged for is a loss, one that runs is nothing yet', async () => {
  const loss = await cellOf('margin', {})
  expect(loss.textContent).toBe('−$0.0432')
  expect(loss.className).toContain('err')
  expect((await cellOf('margin', { upstream_cost: '0.09' })).className).not.toContain('err')
  expect((await cellOf('margin', { status: 'running' })).textContent).toBe('—')
})

test('a refused request was sent to nobody; of one that still runs nobody knows', async () => {
  expect((await cellOf('provider', { status: 'refused', attempts_made: 0 })).textContent).toBe('未转发')
  expect((await cellOf('provider', { status: 'running', attempts_made: 0 })).textContent).toBe('—')
})
