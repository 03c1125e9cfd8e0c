import { expect, test } from 'vitest'
import { answersWhole, type SqliteConnection, SqliteDriver } from './sqlite-driver.ts'

/** A driver whose connections break when told, and whose file can be opened or not. */
function stage() {
  const opened: (SqliteConnection & { broken: boolean })[] = []
  const file = { opens: true }
  const driver = new SqliteDriver(async () => {
    if (!file.opens) throw new Error('no such file')
    const connection = {
      broken: false,
      executeQuery: () => Promise.resolve({ rows: [] }),
      streamQuery: answersWhole,
      close: () => Promise.resolve(),
    }
    opened.push(connection)
    return connection
  })
  return { driver, opened, file }
}

test('a connection that broke is opened anew for whoever comes next', async () => {
  const { driver, opened } = stage()
  await driver.init()
  const first = await driver.acquireConnection()
  const next = driver.acquireConnection()
  Object.assign(first, { broken: true })
  await driver.releaseConnection()
  expect(await next).not.toBe(first)
  await driver.releaseConnection()
  expect(await driver.acquireConnection()).toBe(await next)
  expect(opened).toHaveLength(2)
})

test('whoever cannot open it holds up nobody', async () => {
  const { driver, opened, file } = stage()
  await driver.init()
  Object.assign(opened[0] ?? {}, { broken: true })
  file.opens = false
  await expect(driver.acquireConnection()).rejects.toThrow('no such file')
  await expect(driver.acquireConnection()).rejects.toThrow('no such file')
  file.opens = true
  expect(await driver.acquireConnection()).toBe(opened[1])
})

test('what is closed is not opened again', async () => {
  const { driver } = stage()
  await driver.init()
  await driver.destroy()
  await expect(driver.acquireConnection()).rejects.toThrow('The database is not open.')
})
