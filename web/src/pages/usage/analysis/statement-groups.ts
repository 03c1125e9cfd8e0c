import type { Statement, StatementAmounts } from '../../../../../src/contract/statement.ts'
import { difference, sum } from '../../../lib/traffic/figures.ts'

/** What a statement is read by. */
export const STATEMENT_BY = ['user', 'model'] as const
export type StatementBy = (typeof STATEMENT_BY)[number]

/** A user or a model, with what it came to and of what that is made. */
export type Group = { id: string; name: string; amounts: StatementAmounts; parts: Omit<Group, 'parts'>[] }

/** Each user with their models, or each model with its users, the costliest first. */
export function groupsOf({ users, models, pairs }: Statement, by: StatementBy): Group[] {
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const other = by === 'user' ? 'model' : 'user'
  const parts = Map.groupBy(pairs, (pair) => pair[by])
  return (by === 'user' ? users : models).map(({ id, ...amounts }) => ({
    id,
    name: names.get(id) ?? id,
    amounts,
    parts: (parts.get(id) ?? []).map(({ user, model, ...own }) => {
      const part = other === 'user' ? user : model
      return { id: part, name: other === 'user' ? (names.get(part) ?? part) : part, amounts: own }
    }),
  }))
}

/** What stands in the cells of a matrix. */
export const MATRIX_FIGURES = ['charged', 'upstream_cost', 'margin'] as const
export type MatrixFigure = (typeof MATRIX_FIGURES)[number]

/** So many models have a column of their own. */
const COLUMNS = 8

type Line = { id: string; name: string; cells: (string | null)[]; others: string; total: string }
/** Users by models: `cells` are null where nothing was asked or the pair was left out, `others` is what has no cell of its own. */
export type Matrix = { models: string[]; hasOthers: boolean; lines: Line[]; total: Omit<Line, 'id' | 'name'> }

/** A figure of each user and model, the costliest models in columns of their own; every line adds up to its total. */
export function matrixOf({ users, models, pairs, total, left_out: leftOut }: Statement, figure: MatrixFigure): Matrix {
  const shown = models.slice(0, COLUMNS)
  const found = new Map(pairs.map((pair) => [JSON.stringify([pair.user, pair.model]), pair[figure]]))
  const lineOf = (cells: (string | null)[], all: string) => ({
    cells,
    others: difference(all, sum(cells.filter((cell) => cell !== null))),
    total: all,
  })
  return {
    models: shown.map(({ id }) => id),
    hasOthers: models.length > shown.length || leftOut > 0,
    lines: users.map((user) => {
      const cells = shown.map(({ id }) => found.get(JSON.stringify([user.id, id])) ?? null)
      return { id: user.id, name: user.name, ...lineOf(cells, user[figure]) }
    }),
    total: lineOf(
      shown.map((model) => model[figure]),
      total[figure],
    ),
  }
}
