import { allows } from '../../core/bounds.ts'
import type { ModelEntry, TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import { splice } from '../../core/json.ts'
import { priceAt } from '../../core/price.ts'
import { LONGEST_NAME } from '../../protocols/realtime/openai-realtime.ts'
import { modelsNamed, type NamedModel } from '../../protocols/realtime/session-models.ts'
import type { Caller } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import { resolveModel } from '../plan.ts'

/** A model that writes down what is said, and what the caller calls it. */
export type Transcriber = { name: string; model: ModelEntry }

/** The models of a session: what the caller calls them, and what its upstream does. */
export type SessionNames = {
  /** A caller's event with the upstream's names in it; throws what stands against a model that it names. */
  onwards(event: Buffer, at: number): Uint8Array
  /** An upstream's event with the caller's names in it. */
  back(event: Buffer): Uint8Array
  /** Who transcribes by what the upstream calls it, with the price of a time; null where no model of that name has one here. */
  transcriber(upstreamName: string | null, at: number): Transcriber | null
  /** A model as it is priced at a time: prices may change, or be taken away, while a session goes on. */
  pricedAt(model: ModelEntry, at: number): ModelEntry
}

type Naming = {
  directory: Directory
  /** The caller as the key is now. */
  caller: () => Pick<Caller, 'allowModels'>
  target: TargetEntry
  /** The model that the session was opened for. */
  own: Transcriber
  onlyTranscribes: boolean
}

/** Opens the names of a session; all of its models are asked of one upstream with one credential. */
export function sessionNames({ directory, caller, target, own, onlyTranscribes }: Naming): SessionNames {
  /** By the upstream's name, as the caller last asked for it, or as it was found. */
  const known = new Map<string, Transcriber>()
  if (onlyTranscribes) known.set(target.upstreamName, own)

  const offersHere = (other: TargetEntry) =>
    other.endpoint.id === target.endpoint.id &&
    other.credential.id === target.credential.id &&
    allows(other.credential.allowModels, other.model)

  function talker(name: string): string {
    if (name === own.name || name === target.upstreamName) return target.upstreamName
    throw new GatewayError('session_model_fixed', { model: name })
  }

  function transcriberOnwards(name: string, at: number): string {
    const model = resolveModel(caller(), name, { directory, at })
    const here = model.id === target.model ? target : directory.targets(model.id).find(offersHere)
    if (!here) throw new GatewayError('transcriber_elsewhere', { model: name })
    known.set(here.upstreamName, { name, model })
    return here.upstreamName
  }

  /** A vendor may have one transcribe that nobody asked for. */
  function found(upstreamName: string): Transcriber | null {
    const here = ({ id }: ModelEntry) =>
      directory.targets(id).some((other) => other.upstreamName === upstreamName && offersHere(other))
    const model = directory.models().find(here) ?? directory.model(upstreamName)
    return model ? { name: model.id, model } : null
  }

  function lookedUp(upstreamName: string): Transcriber | null {
    const before = known.get(upstreamName)
    if (before) return before
    const now = found(upstreamName)
    // An upstream may tell any number of names that mean nothing here.
    if (now) known.set(upstreamName, now)
    return now
  }

  function pricedAt(model: ModelEntry, at: number): ModelEntry {
    const now = directory.model(model.id)
    return now && priceAt(now, at) ? now : model
  }

  return {
    pricedAt,
    onwards(event, at) {
      const named = modelsNamed(event)
      if (!named) throw new GatewayError('body_malformed', { reason: 'an event of a session must be well-formed' })
      return renamed(event, named, ({ role, name }) => {
        if (name.length > LONGEST_NAME)
          throw new GatewayError('model_not_found', { model: name.slice(0, LONGEST_NAME) })
        return role === 'talker' ? talker(name) : transcriberOnwards(name, at)
      })
    },
    back: (event) =>
      renamed(event, modelsNamed(event) ?? [], ({ role, name }) => {
        if (role === 'transcriber') return lookedUp(name)?.name ?? name
        return name === target.upstreamName ? own.name : name
      }),
    transcriber(upstreamName, at) {
      const who = upstreamName === null ? (onlyTranscribes ? own : null) : lookedUp(upstreamName)
      const model = who && pricedAt(who.model, at)
      return model && priceAt(model, at) ? { name: who.name, model } : null
    },
  }
}

function renamed(event: Buffer, named: readonly NamedModel[], nameOf: (named: NamedModel) => string): Uint8Array {
  const edits = named.map((one) => ({ ...one.span, with: Buffer.from(JSON.stringify(nameOf(one))) }))
  return splice(event, edits)
}
