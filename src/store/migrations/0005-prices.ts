import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** Prices that begin on a date, with where they come from; rates of service tiers; requests that say which tier served them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await versions(db)
  await rates(db)
  await db.schema.alterTable('request').addColumn('service_tier', 'text').execute()
  await index(db, 'request', ['model', 'at', 'id'])
  await table(db, 'repricing', ['id'], {
    id: 'text',
    model_id: 'text',
    from_at: 'bigint',
    to_at: 'bigint',
    as_of: 'bigint',
    version: 'text',
  }).execute()
  await index(db, 'repricing', ['model_id'])
}

async function versions(db: Kysely<Tables>): Promise<void> {
  const version = db.schema.alterTable('price_version')
  await version.addColumn('source', 'text', (it) => it.notNull().defaultTo('manual')).execute()
  await version.addColumn('source_name', 'text').execute()
  await index(db, 'price_version', ['model_id', 'effective_from', 'id'])
  // A model whose price had been taken away gets a version that says so, from the moment after its last one.
  await sql`insert into price_version (id, model_id, effective_from, source)
    select 'none-' || model.id, model.id, max(price_version.effective_from) + 1, 'manual'
    from model join price_version on price_version.model_id = model.id
    where model.price_version is null group by model.id`.execute(db)
  await db.schema.alterTable('model').dropColumn('price_version').execute()
}

/** The key grows by a column, which SQLite can only do with a new table. */
async function rates(db: Kysely<Tables>): Promise<void> {
  await sql`create table price_before as select * from price`.execute(db)
  await db.schema.dropTable('price').execute()
  await table(db, 'price', ['version', 'service', 'above_tokens', 'component'], {
    version: 'text',
    service: 'text',
    above_tokens: 'bigint',
    component: 'text',
    rate_nanos: 'bigint',
  })
    .addForeignKeyConstraint('price_of_version', ['version'], 'price_version', ['id'])
    .execute()
  await sql`insert into price (version, service, above_tokens, component, rate_nanos)
    select version, '', above_tokens, component, rate_nanos from price_before`.execute(db)
  await sql`drop table price_before`.execute(db)
}
