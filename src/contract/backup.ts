import { z } from 'zod'
import { settingChanges } from './admin-settings.ts'
import { endpoint } from './endpoint.ts'
import { adminCreateGroup } from './groups.ts'
import { consent } from './limits.ts'
import { adminCreateModel, modelId } from './models.ts'
import { adminCreateProvider } from './providers.ts'
import { settingsOfToday } from './settings-before.ts'

export const adminBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backup',
  who: 'admin',
  summary: 'A checked copy of the embedded database as one file, without the master key. Takes the own password.',
  body: z.strictObject(consent),
  answer: z.string(),
  file: true,
})

/** Names that are older than the rule for new ones move along. */
const model = adminCreateModel.body.extend({ id: modelId, aliases: z.array(modelId).max(50).optional() })

/** What an operator has set up, as the calls that create each part take it; no secret and no person is in it. */
export const config = z.strictObject({
  format: z.literal('yumen-config-1'),
  settings: z.preprocess(settingsOfToday, settingChanges.default({})),
  models: z.array(model).max(5000).default([]),
  groups: z.array(adminCreateGroup.body).max(1000).default([]),
  providers: z
    .array(adminCreateProvider.body.omit({ credentials: true }))
    .max(1000)
    .default([]),
})
/** As a file may have it: what has a standard may be left out. */
export type ConfigInput = z.input<typeof config>
/** As it is taken over, every standard filled in. */
export type Config = z.output<typeof config>

export const adminExportConfig = endpoint({
  method: 'GET',
  path: '/api/admin/config/export',
  who: 'admin',
  summary: 'Settings, models with their prices, groups, and providers with their routes, without secrets, as a file.',
  answer: z.string(),
  file: true,
})

const row = z.strictObject({
  kind: z.enum(['setting', 'model', 'group', 'provider']),
  name: z.string(),
  /** What was done, or with `dry_run` would be; `error`: it stands in the way, or was refused. */
  action: z.enum(['create', 'overwrite', 'skip', 'error']),
  problem: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
})
/** What an import does with one part; `name` is a setting’s key, a model’s id, a group’s name or a provider’s slug. */
export type ConfigRow = z.infer<typeof row>

export const adminImportConfig = endpoint({
  method: 'POST',
  path: '/api/admin/config/import',
  who: 'admin',
  summary:
    'Takes over an exported configuration part by part; with on_conflict “error” nothing unless all of it is new.',
  body: z.strictObject({
    config,
    /** What becomes of what is here already. */
    on_conflict: z.enum(['skip', 'overwrite', 'error']).default('error'),
    dry_run: z.boolean().default(false),
    ...consent,
  }),
  answer: z.strictObject({ rows: z.array(row), applied: z.boolean() }),
  maxBodyKib: 8192,
})
