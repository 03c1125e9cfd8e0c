import { expect, test } from 'vitest'
import { readBillCsv } from './bill-csv.ts'

const read = (csv: string) => readBillCsv(csv, 'en')

test('a bill is read under the names vendors give their columns, and lines of one day and model are summed', () => {
  expect(
    read('usage_date_utc,Model,Cost (USD)\n2026-10-01,gpt-5.5,"$1,200.5"\n2026-10-01T00:00:00Z,gpt-5.5,0.25'),
  ).toEqual({
    lines: [{ day: '2026-10-01', model: 'gpt-5.5', amountNanos: 1_200_750_000_000n }],
    problems: [],
  })
  expect(read('日期,金额\r\n2026/10/02,3\r\n20261003,-1\r\n2026-10,40').lines).toEqual([
    { day: '2026-10-02', model: '', amountNanos: 3_000_000_000n },
    { day: '2026-10-03', model: '', amountNanos: -1_000_000_000n },
    { day: '2026-10', model: '', amountNanos: 40_000_000_000n },
  ])
})

test('a bill is read as a spreadsheet copies it, its cells parted by tabs', () => {
  expect(read('日期\t金额\n2026-10-02\t1,200.5').lines).toEqual([
    { day: '2026-10-02', model: '', amountNanos: 1_200_500_000_000n },
  ])
})

test('more digits than money has are cut off', () => {
  expect(read('date,amount\n2026-10-01,0.0001234567891234').lines[0]?.amountNanos).toBe(123_456n)
})

test('each fault is told by its line', () => {
  expect(read('date,amount\n2026-02-30,1\n2026-10-01,free\n2026-10-02,1').problems).toEqual([
    { line: 2, problem: 'This is not a valid date' },
    { line: 3, problem: 'This is not a valid amount' },
  ])
  expect(read('model,amount\nm,1').problems).toEqual([
    { line: 1, problem: 'The first line must name a `date` and an `amount`' },
  ])
  expect(read('').problems).toHaveLength(1)
  expect(read('date,amount\n2026-10-01,1\n2026-10-02,"2').problems).toEqual([
    { line: 3, problem: 'A quotation mark is not closed, or does not enclose the whole cell' },
  ])
  expect(read('date,amount').problems).toEqual([{ line: 1, problem: 'The bill is empty' }])
})

test('a comma is taken for nothing but thousands: where it is a decimal point, the amount would be a hundred times too large', () => {
  const amounts = (cell: string) => read(`date,amount\n2026-10-01,"${cell}"`)
  expect(amounts('12,50').problems).toEqual([{ line: 2, problem: 'This is not a valid amount' }])
  expect(amounts('1.234,50').problems).toHaveLength(1)
  expect(amounts('1,23,456').problems).toHaveLength(1)
  expect(amounts('-$1,234,567.25 USD').lines[0]?.amountNanos).toBe(-1_234_567_250_000_000n)
})

test('a column of tokens or requests is not taken for the amount', () => {
  const csv = 'date,model,total_tokens,cost_per_request,total_cost\n2026-10-01,gpt-5.5,1000000,0.5,2.5'
  expect(read(csv).lines).toEqual([{ day: '2026-10-01', model: 'gpt-5.5', amountNanos: 2_500_000_000n }])
  expect(read('date,total_tokens\n2026-10-01,1000000').problems).toHaveLength(1)
})

test('an amount beyond what can be kept is told by its line', () => {
  const problem = 'This is not a valid amount'
  expect(read('date,amount\n2026-10-01,9999999999').problems).toEqual([{ line: 2, problem }])
  expect(read('date,amount\n2026-10-01,900000000\n2026-10-01,900000000').problems).toEqual([{ line: 3, problem }])
})
