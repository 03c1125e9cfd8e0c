import type { English } from '../dictionary.ts'
import type { prices as zh } from '../zh-CN/prices.ts'

export const prices: English<typeof zh> = {
  hours: {
    off: 'Off-peak ×{{factor}}',
    peak: 'Peak ×{{factor}}',
    allDay: 'all day',
    and: ', ',
    dates_one: '{{count}} whole day, such as a holiday',
    dates_other: '{{count}} whole days, such as holidays',
    pieces: 'prices by the piece stay the same',
    none: 'no hours any more, the same price around the clock',
  },
  drawn:
    'Image in and image out are for pictures that the upstream counts apart, such as those that OpenAI’s picture tool reads and draws; other pictures in a prompt count as input.',
}
