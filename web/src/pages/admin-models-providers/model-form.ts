import { z } from 'zod'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import { adminCreateModel, adminPatchModel, type Model } from '../../../../src/contract/models.ts'
import { changedIn } from '../../lib/changed-in.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'
import { priceForm, priceFormOf, priceOf } from './price-form.ts'

const fields = adminCreateModel.body.shape
const freshAliases = fields.aliases.unwrap()
const allAliases = adminPatchModel.body.shape.aliases.unwrap()

const wholeOrNothing = z.string().refine((text) => /^\d{0,12}$/.test(tidyAmount(text)))

/** A model as its inputs hold it: numbers and aliases as typed. */
export const modelForm = z.object({
  id: fields.id,
  display_name: fields.display_name.unwrap(),
  vendor: fields.vendor.unwrap(),
  kind: fields.kind.unwrap(),
  abilities: fields.abilities.unwrap(),
  context: wholeOrNothing,
  max_output: wholeOrNothing,
  aliases: z.string().refine((text) => areAliases(text, [])),
  price: priceForm,
  /** From when on the price holds, as the reader's clock shows it; empty: at once. */
  starts: z.string(),
})
export type ModelForm = z.input<typeof modelForm>

/** What the inputs of a model may hold: names from before the rule for new ones keep nobody from changing the rest. */
export function modelFormFor(model: Model | null): typeof modelForm {
  if (model === null) return modelForm
  return modelForm.extend({
    id: z.string(),
    aliases: z.string().refine((text) => areAliases(text, model.aliases)),
  })
}

/** Whether a text names aliases a model may have; those it has already may be older than the rule for new ones. */
function areAliases(text: string, known: readonly string[]): boolean {
  const all = aliasesOf(text, known)
  const fresh = all.filter((alias) => !known.includes(alias))
  return allAliases.safeParse(all).success && freshAliases.safeParse(fresh).success
}

/** The inputs of a model; empty for a new one. */
export function modelFormOf(model: Model | null): ModelForm {
  return {
    id: model?.id ?? '',
    display_name: model?.display_name ?? '',
    vendor: model?.vendor ?? '',
    kind: model?.kind ?? 'chat',
    abilities: [...(model?.abilities ?? [])],
    context: model?.context == null ? '' : String(model.context),
    max_output: model?.max_output == null ? '' : String(model.max_output),
    aliases: model?.aliases.join(', ') ?? '',
    price: priceFormOf(model?.price ?? null),
    starts: '',
  }
}

/** What to create: empty inputs are left out, so that the built-in catalogue fills them in where it knows the name. */
export function modelToCreate(form: ModelForm): BodyInputOf<typeof adminCreateModel> {
  const { id, ...rest } = changesOf(form, modelFormOf(null), [])
  return { ...rest, id: id ?? form.id.trim() }
}

/** What to change: only what differs from the model as it was, so that an untouched price makes no new version. */
export function modelToPatch(form: ModelForm, model: Model): BodyInputOf<typeof adminPatchModel> {
  const { id: _, ...changes } = changesOf(form, modelFormOf(model), model.aliases)
  return changes
}

type Values = BodyInputOf<typeof adminPatchModel> & { id?: string }

function changesOf(form: ModelForm, before: ModelForm, known: readonly string[]): Values {
  return changedIn(valuesOf(form, known), valuesOf(before, known))
}

function valuesOf(form: ModelForm, known: readonly string[]): Values {
  return {
    id: form.id.trim(),
    display_name: form.display_name.trim(),
    vendor: form.vendor.trim(),
    kind: form.kind,
    abilities: form.abilities,
    context: numberOf(form.context),
    max_output: numberOf(form.max_output),
    aliases: aliasesOf(form.aliases, known),
    price: priceOf(form.price),
  }
}

const BETWEEN = String.raw`\s,，、;；`

/** The aliases in a text, with anything between them; one that is known is one, though it holds what else stands between two. */
function aliasesOf(text: string, known: readonly string[]): string[] {
  const whole = known
    .toSorted((a, b) => b.length - a.length)
    .map((alias) => `(?<![^${BETWEEN}])${alias.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)}(?![^${BETWEEN}])`)
  return [...new Set(text.match(new RegExp([...whole, `[^${BETWEEN}]+`].join('|'), 'g')))]
}

function numberOf(text: string): number | null {
  const tidy = tidyAmount(text)
  return tidy === '' ? null : Number(tidy)
}
