import { type Compilable, CompiledQuery, type Kysely, type QueryResult } from 'kysely'
import type { Tables } from './schema.ts'

/** Asks a statement of the form named, whose text `build` gives where it is not known yet. */
type Written = <Row>(
  tx: Kysely<Tables>,
  statement: { form: string | number; build: () => Compilable<Row>; parameters: readonly unknown[] },
) => Promise<QueryResult<Row>>

const MOST_FORMS = 200

/** A statement that is written as text once for each of its forms, since to write it costs more than to ask it. */
export function writtenOnce(): Written {
  const texts = new Map<string | number, CompiledQuery>()
  return async <Row>(...[tx, { form, build, parameters }]: Parameters<Written>) => {
    let text = texts.get(form)
    if (!text) {
      if (texts.size >= MOST_FORMS) texts.clear()
      text = CompiledQuery.raw(build().compile().sql)
      texts.set(form, text)
    }
    return tx.executeQuery<Row>({ ...text, parameters })
  }
}
