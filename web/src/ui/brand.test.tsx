import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { siteNow, tellSite, type Site } from '../lib/site.ts'
import { draw } from '../test-draw.ts'
import { Brand } from './brand.tsx'

const LOGO = '/api/public/logo?v=1'

function tell(site: Partial<Site>) {
  act(() =>
    tellSite({ ...siteNow(), name: 'Yumen', default_locale: 'zh-CN', ...site } as Parameters<typeof tellSite>[0]),
  )
}

test('the operator’s logo and name stand where the product’s do, from the start of the next visit', async () => {
  const { place } = await draw(<Brand />)
  onTestFinished(() => tell({ logo: undefined }))
  tell({})
  expect([place.querySelector('img'), place.textContent]).toEqual([null, 'Yumen 玉门'])
  tell({ name: '山海', logo: LOGO })
  expect([place.querySelector('img')?.getAttribute('src'), place.textContent]).toEqual([LOGO, '山海'])
  expect(place.querySelector('svg')).toBeNull()
  expect(JSON.parse(localStorage.getItem('ym.site') ?? '')).toMatchObject({ name: '山海', logo: LOGO })
  tell({ logo: undefined })
  expect(place.querySelector('img')).toBeNull()
  expect(JSON.parse(localStorage.getItem('ym.site') ?? '')).not.toHaveProperty('logo')
})
