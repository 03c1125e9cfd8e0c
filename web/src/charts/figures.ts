/** One value of a chart: where it is drawn (null: nothing was measured), and the exact words it is shown with. */
export type Figure = { value: number | null; text: string }

/** A series over time; `id` null is everything that has no series of its own. */
export type Series = {
  id: string | null
  name: string
  colour: string
  figures: readonly Figure[]
  /** Striped, for what went wrong. */
  hatched?: boolean
  /** What all of it comes to, in words; the legend tells it beside the name. */
  total?: string
}

/** A bucket on the time axis: its short label, and its full name. */
export type BucketName = { label: string; title: string }

/** What stood in the same place one period earlier. */
export type Outline = { name: string; figures: readonly Figure[]; titles: readonly string[] }

/** Things that happened in the time of a chart: their name in the legend, and what each bucket had of them, in words. */
export type Marks = { name: string; at: readonly (readonly string[])[] }
