import { expect, test } from 'vitest'
import { draw } from '../test-draw.ts'
import { Field } from './field.tsx'
import { TextField } from './text-field.tsx'

const input = () => document.querySelector('input')
const described = () =>
  (input()?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => document.getElementById(id)?.textContent)

test('the label names its input', async () => {
  await draw(<TextField label="名称" />)
  expect(document.querySelector('label')?.htmlFor).toBe(input()?.id)
  expect(input()?.getAttribute('aria-describedby')).toBeNull()
})

test('hint and error describe the input, and an error makes it invalid', async () => {
  await draw(<TextField label="名称" hint="不超过 64 字" error="请填写名称" required />)
  expect(described()).toEqual(['不超过 64 字', '请填写名称'])
  expect(input()?.getAttribute('aria-invalid')).toBe('true')
  expect(input()?.getAttribute('aria-required')).toBe('true')
})

test('the error is read out when it appears', async () => {
  await draw(<TextField label="名称" error="请填写名称" />)
  expect(document.querySelector('[role=alert]')?.textContent).toBe('请填写名称')
})

test('a group of controls is named and described as a whole', async () => {
  await draw(
    <Field label="过期时间" hint="一直有效" group beside>
      {() => <input type="radio" />}
    </Field>,
  )
  const group = document.querySelector('fieldset')
  expect(document.getElementById(group?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('过期时间')
  expect(document.getElementById(group?.getAttribute('aria-describedby') ?? '')?.textContent).toBe('一直有效')
})
