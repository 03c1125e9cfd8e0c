import { expect, test } from 'vitest'
import { withFigures } from './faults.mjs'

const PAGE = `# Faults
Measured: never.

| id | fault | passes when | reached |
|---|---|---|---|
| U1 | refused | next | old |
| U10 | lies | clamped | old |
`

test('what experiments reached goes into their own rows, and the others keep what they had', () => {
  const figures = [
    { id: 'U1', text: 'one' },
    { id: 'U1', text: 'a | b' },
  ]
  expect(withFigures(PAGE, figures, 'today')).toBe(
    PAGE.replace('never', 'today').replace('next | old', 'next | one<br>a \\| b'),
  )
})
