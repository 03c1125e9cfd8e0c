import { expect, test } from 'vitest'
import type { Statement, StatementAmounts } from '../../../../../src/contract/statement.ts'
import { groupsOf, matrixOf } from './statement-groups.ts'

const amounts = (charged: string, margin = charged): StatementAmounts => ({
  requests: 1,
  tokens: 10,
  charged,
  upstream_cost: '0',
  margin,
  margin_share: null,
})

function statement(over: Partial<Statement> = {}): Statement {
  return {
    total: amounts('0.300000003', '0.1'),
    users: [
      { id: 'u1', name: 'Ada', ...amounts('0.200000002', '-0.1') },
      { id: 'u2', name: 'Ben', ...amounts('0.100000001', '0.2') },
    ],
    models: [
      { id: 'big', ...amounts('0.2', '0.3') },
      { id: 'small', ...amounts('0.100000003', '-0.2') },
    ],
    pairs: [
      { user: 'u1', model: 'small', ...amounts('0.100000002', '-0.2') },
      { user: 'u1', model: 'big', ...amounts('0.1', '0.1') },
      { user: 'u2', model: 'big', ...amounts('0.1', '0.2') },
      { user: 'u2', model: 'small', ...amounts('0.000000001', '0') },
    ],
    left_out: 0,
    ...over,
  }
}

test('users have their models, and models their users, by name', () => {
  const told = (by: 'user' | 'model') =>
    groupsOf(statement(), by).map(({ name, parts }) => [
      name,
      ...parts.map((part) => `${part.name} ${part.amounts.charged}`),
    ])
  expect(told('user')).toEqual([
    ['Ada', 'small 0.100000002', 'big 0.1'],
    ['Ben', 'big 0.1', 'small 0.000000001'],
  ])
  expect(told('model')).toEqual([
    ['big', 'Ada 0.1', 'Ben 0.1'],
    ['small', 'Ada 0.100000002', 'Ben 0.000000001'],
  ])
})

test('a matrix has each pair in its place, and every line adds up to its total', () => {
  const { models, hasOthers, lines, total } = matrixOf(statement(), 'charged')
  expect([models, hasOthers]).toEqual([['big', 'small'], false])
  expect(lines.map(({ name, cells, others }) => [name, ...cells, others])).toEqual([
    ['Ada', '0.1', '0.100000002', '0'],
    ['Ben', '0.1', '0.000000001', '0'],
  ])
  expect(total).toEqual({ cells: ['0.2', '0.100000003'], others: '0', total: '0.300000003' })
  expect(matrixOf(statement(), 'margin').lines.map(({ cells }) => cells)).toEqual([
    ['0.1', '-0.2'],
    ['0.2', '0'],
  ])
})

test('models without a column, and pairs that were left out, stand together', () => {
  const many = Array.from({ length: 9 }, (_, n) => ({ id: `m${n}`, ...amounts('0.01') }))
  const given = statement({
    models: [...many, { id: 'big', ...amounts('0.210000003') }],
    pairs: [{ user: 'u1', model: 'm0', ...amounts('0.01') }],
  })
  const { models, hasOthers, lines, total } = matrixOf(given, 'charged')
  expect([models.length, hasOthers]).toEqual([8, true])
  expect(lines.map(({ cells, others }) => [cells[0], cells[1], others])).toEqual([
    ['0.01', null, '0.190000002'],
    [null, null, '0.100000001'],
  ])
  expect(total.others).toBe('0.220000003')
})

test('pairs that were left out stand in no column of theirs, also where every model has one', () => {
  const { pairs, ...rest } = statement({ left_out: 1 })
  const { hasOthers, lines } = matrixOf({ ...rest, pairs: pairs.slice(0, 3) }, 'charged')
  expect(hasOthers).toBe(true)
  expect(lines.map(({ cells, others }) => [...cells, others])).toEqual([
    ['0.1', '0.100000002', '0'],
    ['0.1', null, '0.000000001'],
  ])
})
