import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { lockDataDir, migrate, openSqlite } from './index.ts'

const dir = mkdtempSync(join(tmpdir(), 'frontdesk-sqlite-test-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const withNumbers = (path = ':memory:') => {
  const store = openSqlite(path)
  store.database.exec('CREATE TABLE IF NOT EXISTS numbers (n INTEGER PRIMARY KEY)')
  const insert = (n: number) => store.write(() => void store.statement('INSERT INTO numbers VALUES (?)').run(n))
  const all = () =>
    store
      .statement('SELECT n FROM numbers ORDER BY n')
      .all()
      .map(({ n }) => n)
  return { store, insert, all }
}

/** Runs a module in a process of its own; resolves with it when it has printed something. */
async function inAnotherProcess(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = await once(child.stdout, 'data')
  return { child, output: String(output).trim() }
}
const moduleUrl = JSON.stringify(new URL('index.ts', import.meta.url).href)

describe('store', () => {
  it('leaves nothing of what was deleted in its file', async () => {
    const path = join(dir, 'deleted.db')
    const store = openSqlite(path)
    store.database.exec('CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT)')
    const add = (id: number) => store.statement('INSERT INTO words VALUES (?, ?)').run(id, 'zanzibarella '.repeat(500))
    await store.write(() => [1, 2, 3].forEach(add))
    store.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(readFileSync(path).includes('zanzibarella')).toBe(true)
    await store.write(() => store.statement('DELETE FROM words').run())
    await store.close()
    expect(readFileSync(path).includes('zanzibarella')).toBe(false)
  })

  it('syncs every commit of a file to disk before it resolves', async () => {
    const { store } = withNumbers(join(dir, 'durable.db'))
    expect(store.durability()).toEqual({ journalMode: 'wal', synchronous: 'full' })
    await store.close()
  })

  it('commits what is written in one turn of the event loop together', async () => {
    const { store, insert, all } = withNumbers(join(dir, 'group.db'))
    const reader = new DatabaseSync(join(dir, 'group.db'), { readOnly: true })
    const versions = new Set<unknown>()
    const version = () => versions.add(reader.prepare('PRAGMA data_version').get()!.data_version)
    version()
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        await insert(n)
        version()
      }),
    )
    // Another connection sees the file change once: data_version moves with each commit.
    expect(versions.size).toBe(2)
    expect(all()).toHaveLength(100)
    reader.close()
    await store.close()
  })

  it('shows a reader nothing before it is committed', async () => {
    const { insert, all } = withNumbers()
    const written = insert(1)
    expect(all()).toEqual([])
    await written
    expect(all()).toEqual([1])
  })

  it('undoes a work that throws, and that one alone', async () => {
    const { store, insert, all } = withNumbers()
    const failing = store.write(() => {
      store.statement('INSERT INTO numbers VALUES (2)').run()
      throw new Error('no')
    })
    const outcomes = await Promise.allSettled([insert(1), failing, insert(3), insert(1)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(outcomes[1]).toMatchObject({ reason: { message: 'no' } })
    await expect(insert(3)).rejects.toThrow('UNIQUE')
    expect(all()).toEqual([1, 3])
  })

  it('lets a work see what the works before it wrote, and answers in their order', async () => {
    const { store, all } = withNumbers()
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 2_000 }, async () => {
        order.push(
          await store.write(() => {
            const { next } = store.statement('SELECT coalesce(max(n), 0) + 1 AS next FROM numbers').get() as {
              next: number
            }
            store.statement('INSERT INTO numbers VALUES (?)').run(next)
            return next
          }),
        )
      }),
    )
    expect(order).toEqual(Array.from({ length: 2_000 }, (_, i) => i + 1))
    expect(all()).toEqual(order)
  })

  it('refuses a work that is asynchronous, which would commit too early', async () => {
    const { store, all } = withNumbers()
    await expect(store.write(async () => store.statement('INSERT INTO numbers VALUES (1)').run())).rejects.toThrow(
      'synchronous',
    )
    expect(all()).toEqual([])
  })

  it('commits what is queued before it closes, and refuses afterwards', async () => {
    const path = join(dir, 'closed.db')
    const { store, insert } = withNumbers(path)
    const written = Promise.all([insert(1), insert(2)])
    await store.close()
    await store.close()
    await written
    await expect(insert(3)).rejects.toMatchObject({ code: 'unavailable' })
    expect(() => store.statement('SELECT 1')).toThrow(expect.objectContaining({ code: 'unavailable' }))
    expect(withNumbers(path).all()).toEqual([1, 2])
  })

  it('fails all of a commit as unavailable when the disk is full, and works again when it is not', async () => {
    const { store, insert, all } = withNumbers(join(dir, 'full.db'))
    store.database.exec('CREATE TABLE blobs (bytes BLOB)')
    const { page_count: pages } = store.database.prepare('PRAGMA page_count').get() as { page_count: number }
    store.database.exec(`PRAGMA max_page_count = ${pages + 2}`)
    const large = () => store.write(() => store.statement('INSERT INTO blobs VALUES (zeroblob(100000))').run())
    const outcomes = await Promise.allSettled([insert(1), large(), insert(2)])
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    const written = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [[1, 0, 2][i]] : []))
    expect(all()).toEqual(written)
    store.database.exec('PRAGMA max_page_count = 100000')
    await large()
    await insert(9)
    expect(all()).toContain(9)
    await store.close()
  })

  it('says that another program has the file locked without holding the event loop, and writes when it lets go', async () => {
    const path = join(dir, 'locked-by-another.db')
    const { store, insert, all } = withNumbers(path)
    await insert(1)
    const other = new DatabaseSync(path)
    other.exec('BEGIN EXCLUSIVE')
    let turns = 0
    const turning = setInterval(() => turns++, 20)
    const checking = store.check()
    await expect(insert(2)).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('locked') })
    clearInterval(turning)
    expect(turns).toBeGreaterThan(20)
    await expect(checking).rejects.toMatchObject({ code: 'unavailable' })
    expect(all()).toEqual([1])
    const waiting = insert(3)
    other.exec('COMMIT')
    await waiting
    await store.check()
    other.close()
    await store.close()
  })

  it('says when its file was removed, and when it can not be written', async () => {
    const path = join(dir, 'removed', 'main.db')
    const { store } = withNumbers(path)
    await store.check()
    store.database.exec('PRAGMA query_only = ON')
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable', storage: 'read_only' })
    store.database.exec('PRAGMA query_only = OFF')
    rmSync(join(dir, 'removed'), { recursive: true })
    await expect(store.check()).rejects.toMatchObject({ message: expect.stringContaining('removed') })
    await store.close()
  })

  it('keeps what resolved when the process is killed', async () => {
    const path = join(dir, 'killed.db')
    const { child, output } = await inAnotherProcess(`
      import { openSqlite } from ${moduleUrl}
      const store = openSqlite(${JSON.stringify(path)})
      store.database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)')
      for (let n = 1; n <= 50; n++) await store.write(() => store.statement('INSERT INTO numbers VALUES (?)').run(n))
      console.log('written')
      for (let n = 51; ; n++) await store.write(() => store.statement('INSERT INTO numbers VALUES (?)').run(n))`)
    expect(output).toBe('written')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { all } = withNumbers(path)
    expect(all().slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  })
})

describe('migrations', () => {
  it('run once each, in order, also when more are added later', () => {
    const store = openSqlite(':memory:')
    const first = ['CREATE TABLE things (a)']
    migrate(store, 'things', first)
    migrate(store, 'things', first)
    migrate(store, 'things', [...first, 'ALTER TABLE things ADD COLUMN b', 'INSERT INTO things VALUES (1, 2)'])
    expect(store.statement('SELECT * FROM things').all()).toEqual([expect.objectContaining({ a: 1, b: 2 })])
  })

  it('leave nothing of one that fails', () => {
    const store = openSqlite(':memory:')
    expect(() =>
      migrate(store, 'things', ['CREATE TABLE things (a)', 'CREATE TABLE more (a); CREATE TABLE things (a)']),
    ).toThrow()
    expect(store.database.prepare(`SELECT name FROM sqlite_schema WHERE name = 'more'`).all()).toEqual([])
    migrate(store, 'things', ['CREATE TABLE things (a)', 'CREATE TABLE more (a)'])
  })

  it('refuse a file of a newer release', () => {
    const store = openSqlite(':memory:')
    migrate(store, 'things', ['CREATE TABLE things (a)', 'CREATE TABLE more (a)'])
    expect(() => migrate(store, 'things', ['CREATE TABLE things (a)'])).toThrow('newer release')
  })
})

describe('the lock on a data folder', () => {
  const holder = (folder: string) =>
    inAnotherProcess(`
      import { lockDataDir } from ${moduleUrl}
      import { setFlagsFromString } from 'node:v8'
      import { runInNewContext } from 'node:vm'
      lockDataDir(${JSON.stringify(folder)})
      // Nobody holds on to what unlocks it; that must not unlock it.
      setFlagsFromString('--expose-gc')
      await new Promise((resolve) => setTimeout(resolve, 10))
      runInNewContext('gc')()
      console.log('locked')
      setInterval(() => {}, 1_000)`)

  it('keeps a second process out with a sentence that names the first', async () => {
    const folder = join(dir, 'locked')
    const { child } = await holder(folder)
    expect(() => lockDataDir(folder)).toThrow(
      new RegExp(`data folder .*locked is in use by another Frontdesk process \\(process ${child.pid}\\)`),
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDataDir(folder)()
  })

  it('holds inside one process, until it is given back', () => {
    const folder = join(dir, 'own')
    const unlock = lockDataDir(folder)
    expect(() => lockDataDir(folder)).toThrow('in use')
    unlock()
    unlock()
    lockDataDir(folder)()
  })
})

it('a data folder that is locked is its owner’s alone, at every level; what links inside it lead to is left alone', () => {
  const [folder, elsewhere] = [mkdtempSync(join(dir, 'open-')), mkdtempSync(join(dir, 'elsewhere-'))]
  mkdirSync(join(folder, 'blobs/default'), { recursive: true })
  for (const path of [join(folder, 'main.db'), join(folder, 'blobs/default/one'), join(elsewhere, 'two')]) {
    writeFileSync(path, '')
    chmodSync(path, 0o644)
  }
  for (const path of ['', 'blobs', 'blobs/default']) chmodSync(join(folder, path), 0o755)
  symlinkSync(elsewhere, join(folder, 'blobs/link'))
  lockDataDir(folder)()
  const modeOf = (path: string) => statSync(path).mode & 0o777
  for (const path of ['', 'blobs', 'blobs/default']) expect(modeOf(join(folder, path)), path).toBe(0o700)
  for (const path of ['main.db', 'blobs/default/one']) expect(modeOf(join(folder, path)), path).toBe(0o600)
  expect(modeOf(join(elsewhere, 'two'))).toBe(0o644)
})
