import { afterEach, describe, expect, it, vi } from 'vitest'
import { draftsToOpen, type Opened, otherDraftsOf } from './open-work.ts'
import type { StoredDraft } from './stored-drafts.ts'

const owner = { operatorId: 'ada', workspaceId: 'main' }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['a database that does not open', { open: () => new EventTarget() }, {}],
  [
    'no access to a database',
    {
      open: () => {
        throw new Error('denied')
      },
    },
    {},
  ],
  [
    'no access to locks',
    { open: () => new EventTarget() },
    { locks: { request: () => Promise.reject(new Error('denied')), query: () => Promise.reject(new Error('denied')) } },
  ],
])('a form opens without stored work in a browser with %s', async (_, indexedDB, navigator) => {
  // The database stays open for as long as its module.
  vi.resetModules()
  const { openUnsavedWork } = await import('./open-work.ts')
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', indexedDB)
  vi.stubGlobal('navigator', navigator)
  const onBroken = vi.fn<(isBroken: boolean) => void>()
  const onOpen = vi.fn<(opened: unknown) => void>()
  openUnsavedWork(owner, 'agent/anna', null, { onBroken, onOpen })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ work: expect.objectContaining({ restored: null }) }))
  expect(onBroken).toHaveBeenCalledWith(true)
})

describe('a form that opens before its browser answers', () => {
  const draft = { name: 'Annabel' }
  const stored = { ...owner, id: 'stored', form: 'agent/anna', before: { name: 'Anna' }, draft, savedAt: Date.now() }
  const content = { ...stored, noun: 'agent', recordName: 'Anna', isNew: false }

  /** @param laterMs how long each read takes after the first, which takes 4 s. @param isHeld another tab has the draft open */
  async function open({ form = 'agent/anna', laterMs = 0, isHeld = false }) {
    vi.resetModules()
    const { openUnsavedWork } = await import('./open-work.ts')
    vi.useFakeTimers()
    const answerOf = (result: unknown, ms: number) => {
      const request = Object.assign(new EventTarget(), { result })
      setTimeout(() => request.dispatchEvent(new Event('success')), ms)
      return request
    }
    const getAll = vi.fn<() => EventTarget>(() => answerOf([stored], laterMs))
    const objectStore = () => ({ getAll, get: () => answerOf(stored, laterMs) })
    vi.stubGlobal('indexedDB', { open: () => answerOf({ transaction: () => ({ objectStore }) }, 4_000) })
    const name = 'switchboard-record-stored'
    const request = async (asked: string, _: LockOptions, hold: (lock: unknown) => unknown) => {
      if (asked === name) throw new Error('Another tab did not release it in time.')
      return hold({ name: asked })
    }
    const locks = { request, query: () => Promise.resolve({ held: [{ name }] }) }
    vi.stubGlobal('navigator', isHeld ? { locks } : {})
    const onBroken = vi.fn<(isBroken: boolean) => void>()
    const onOpen = vi.fn<(opened: Opened) => void>()
    openUnsavedWork(owner, form, null, { onBroken, onOpen })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onOpen).toHaveBeenCalledOnce()
    const work = onOpen.mock.calls[0]?.[0].work
    expect(work?.restored).toBeNull()
    return { onBroken, onOpen, getAll, work }
  }

  it('gets the work that the browser has, and only that of this form', async () => {
    const { onOpen, onBroken } = await open({})
    await vi.advanceTimersByTimeAsync(3_000)
    expect(onOpen).toHaveBeenCalledTimes(2)
    expect(onOpen.mock.lastCall?.[0].work).toMatchObject({ id: 'stored', restored: { draft } })
    expect(onBroken.mock.calls).toEqual([[true], [false]])
    const ofBen = await open({ form: 'agent/ben' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(ofBen.onOpen).toHaveBeenCalledOnce()
  })

  it('asks a browser once more whose every answer takes seconds', async () => {
    const { onOpen, getAll, work } = await open({ laterMs: 2_000 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(getAll).toHaveBeenCalledTimes(2)
    expect(onOpen.mock.lastCall?.[0].work).toBe(work)
  })

  it('stays as it is if another tab has the work, and says so', async () => {
    const { onOpen, work } = await open({ isHeld: true })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(onOpen.mock.lastCall?.[0]).toMatchObject({ isOpenElsewhere: true })
    expect(onOpen.mock.lastCall?.[0].work).toBe(work)
  })

  it('keeps what somebody types while the work is opened', async () => {
    const { onOpen, work } = await open({ laterMs: 1_000 })
    await vi.advanceTimersByTimeAsync(3_500)
    work?.update(content)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(onOpen).toHaveBeenCalledOnce()
  })
})

describe('the stored drafts of new agents, of an agent and of a flow', () => {
  const draft = (id: string, form: string): StoredDraft => ({
    ...owner,
    id,
    form,
    noun: 'agent',
    recordName: '',
    isNew: true,
    before: {},
    draft: {},
    sent: null,
    savedAt: 0,
  })
  const drafts = [
    draft('copy', 'agent/new?from=5f2a'),
    draft('first', 'agent/new?from='),
    draft('second', 'agent/new?from='),
    draft('deleted', 'agent/5f2a'),
    draft('flow', 'flow/new?from=&template=&agent='),
  ]
  const ids = (found: readonly StoredDraft[]) => found.map(({ id }) => id)

  it('open in the form that left them, after the one that somebody chose', () => {
    expect(ids(draftsToOpen(drafts, 'agent/new?from=', null))).toEqual(['first', 'second'])
    expect(ids(draftsToOpen(drafts, 'agent/new?from=', 'deleted'))).toEqual(['deleted', 'first', 'second'])
  })

  it('are listed for the same kind of record, unless a tab has them open', () => {
    expect(ids(otherDraftsOf(drafts, 'agent/new?from=', 'first', new Set(['copy'])))).toEqual(['second', 'deleted'])
  })
})
