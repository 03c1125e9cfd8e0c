import { z } from 'zod'
import { MOST_WINDOWS, priceHours, windowIn, type PriceHours } from '../../../../src/contract/price-hours.ts'
import { hasOverlap, type HoursWindow } from '../../../../src/core/price-hours.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'

const { factor, utc_offset, windows, dates } = priceHours.shape
const listed = windows.element.shape

const clock = z.string().refine((text) => listed.from.safeParse(tidyClock(text)).success)

const windowTexts = z.strictObject({ days: listed.days, from: clock, to: clock })
export type WindowForm = z.input<typeof windowTexts>

/** Hours as their inputs hold them: factor, times of day and dates as typed. */
export const hoursForm = z
  .strictObject({
    factor: z.string().refine((text) => factor.safeParse(tidyAmount(text)).success),
    utc_offset: utc_offset.unwrap(),
    windows: z
      .array(windowTexts)
      .max(MOST_WINDOWS)
      .check((context) => {
        for (const { path, message } of windowFaults(context.value)) {
          context.issues.push({ code: 'custom', message, path, input: context.value })
        }
      }),
    dates: z.string().refine((text) => dates.safeParse(datesOf(text)).success),
  })
  .refine((form) => form.windows.length > 0 || datesOf(form.dates).length > 0, { path: ['windows'], message: 'none' })
export type HoursForm = z.output<typeof hoursForm>

/** The inputs of hours that a price has. */
export function hoursFormOf({ dates: days, ...hours }: PriceHours): HoursForm {
  return { ...hours, dates: days.join(', ') }
}

/** The hours their inputs say. */
export function hoursOf(form: HoursForm): PriceHours {
  return {
    factor: tidyAmount(form.factor),
    utc_offset: form.utc_offset,
    windows: form.windows.map(tidyWindow),
    dates: datesOf(form.dates),
  }
}

/** Inputs to begin with, told by a clock that is so many minutes ahead of UTC. */
export function newHours(ahead: number): HoursForm {
  return { factor: '', utc_offset: ahead, windows: [newWindow()], dates: '' }
}

/** One more window, on the days of another or on every day. */
export function newWindow(like?: WindowForm): WindowForm {
  return { days: [...(like?.days ?? WEEKDAYS)], from: '', to: '' }
}

/** Weekdays as the contract tells them, from 1 for Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** Distances from UTC that clocks somewhere have, in minutes, and one more. */
export function offsetsWith(own: number): number[] {
  const whole = Array.from({ length: 27 }, (_, at) => (at - 12) * 60)
  return [...new Set([...whole, ...BETWEEN, own])].toSorted((a, b) => a - b)
}

// Newfoundland, the Marquesas, Iran, Afghanistan, India, Nepal, Myanmar, Eucla, central Australia, Lord Howe, the Chathams.
const BETWEEN = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765]

/** Reads a time of day as people type it: `9`, `930`, `9:30`, `９：３０`; what is none stays as it is. */
export function tidyClock(text: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text.normalize('NFKC').replace(/\s/g, '')) ?? []
  return hour === undefined ? text.trim() : `${hour.padStart(2, '0')}:${minute}`
}

/** The days in a text, each once, with anything between them that lists have; what is no date stays as it is. */
export function datesOf(text: string): string[] {
  const all = text.normalize('NFKC').match(/[^\s,、;"'[\]]+/g) ?? []
  return [...new Set(all.map(tidyDate))]
}

/** The first in a text of dates that is none. */
export function strangeDate(text: string): string | undefined {
  return datesOf(text).find((day) => !dates.safeParse([day]).success)
}

function tidyDate(text: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? []
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function tidyWindow({ days, from, to }: WindowForm): WindowForm {
  return { days, from: tidyClock(from), to: tidyClock(to) }
}

type WindowFault = { path: [number, 'from' | 'to']; message: 'order' | 'overlap' }

/** What is wrong with windows whose times are times: an end that is not after its beginning, minutes of the week that an earlier one has. */
function windowFaults(all: readonly WindowForm[]): WindowFault[] {
  const faults: WindowFault[] = []
  const before: HoursWindow[] = []
  for (const [at, typed] of all.entries()) {
    if (!clock.safeParse(typed.from).success || !clock.safeParse(typed.to).success) continue
    const own = windowIn(tidyWindow(typed))
    if (own.from >= own.to) faults.push({ path: [at, 'to'], message: 'order' })
    else if (before.some((other) => hasOverlap([other, own]))) faults.push({ path: [at, 'from'], message: 'overlap' })
    else before.push(own)
  }
  return faults
}

/** Whether a window lasts from midnight to midnight. */
export function isAllDay(typed: WindowForm): boolean {
  const { from, to } = tidyWindow(typed)
  return from === '00:00' && to === '24:00'
}
