import { act, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { draw } from '../test-draw.ts'
import { SavingSwitch } from './saving-switch.tsx'

let answers: { on: boolean; settle: (saved: boolean) => Promise<void> }[]

function Kept() {
  const [kept, keep] = useState(true)
  const save = (on: boolean) =>
    new Promise<void>((resolve) => {
      const settle = (saved: boolean) =>
        act(async () => {
          if (saved) keep(on)
          resolve()
        })
      answers.push({ on, settle })
    })
  return <SavingSwitch checked={kept} onSave={save} />
}

beforeEach(async () => {
  answers = []
  await draw(<Kept />)
})

const isOn = () => document.querySelector('input')?.checked
const press = () => act(async () => document.querySelector('input')?.click())

test('a switch shows the last press, however late the answers to those before come', async () => {
  await press()
  expect(isOn()).toBe(false)
  await press()
  expect(isOn()).toBe(true)
  expect(answers.map(({ on }) => on)).toEqual([false, true])
  await answers[0]?.settle(true)
  expect(isOn()).toBe(true)
  await answers[1]?.settle(true)
  expect(isOn()).toBe(true)
})

test('a switch whose change was not saved stands as it was', async () => {
  await press()
  await answers[0]?.settle(false)
  expect(isOn()).toBe(true)
})
