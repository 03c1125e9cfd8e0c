import type { Json } from '../../core/json.ts'
import type { Signature } from '../translate/conversation.ts'

/** Puts an event into text under the next number. */
export type Tell = (type: string, fields: Json) => string

/** Makes a writer of events of a type that differ in their `delta` alone. */
export type TellDeltas = (type: string, fields: Json) => (delta: string) => string

/** Whether an item is whole, or was cut off with the answer. */
export type ItemStatus = 'completed' | 'incomplete'

/** A block that is being shown: some more of it, and its end. */
export type Shown = {
  delta(text: string): string
  close(signature: Signature | null, status: ItemStatus): string
}

/** A block that begins: the text of its first events, and how it goes on. */
export type Opened = { text: string; shown: Shown }

/** Where items of an answer are told, one after another. */
export type Place = {
  tell: Tell
  deltas: TellDeltas
  /** The items that are whole. */
  readonly items: readonly Json[]
  /** An id for the item that comes next, or for something in it, told apart by a prefix. */
  idOf(prefix: string): string
  /** Tells that an item begins; it is given its id. */
  begin(prefix: string, item: Json): Begun
}

/** An item that has begun. */
export type Begun = {
  /** What events about the item name it by. */
  at: { item_id: string; output_index: number }
  /** Keeps the item with what was added to it, and tells it. */
  done: (fields: Json) => string
  /** The text of the event that it begins. */
  text: string
}

/** The place of one answer's items; `id` is the answer's. */
export function createPlace(id: string, { tell, deltas }: Pick<Place, 'tell' | 'deltas'>): Place {
  const items: Json[] = []
  const idOf = (prefix: string) => `${prefix}_${id}_${items.length}`
  return {
    tell,
    deltas,
    items,
    idOf,
    begin(prefix, fields) {
      const at = { item_id: idOf(prefix), output_index: items.length }
      const item = { id: at.item_id, ...fields }
      return {
        at,
        done: (more) => {
          const whole = { ...item, ...more }
          items.push(whole)
          return tell('response.output_item.done', { output_index: at.output_index, item: whole })
        },
        text: tell('response.output_item.added', { output_index: at.output_index, item }),
      }
    },
  }
}
