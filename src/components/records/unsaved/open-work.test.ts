import { afterEach, describe, expect, it, vi } from 'vitest'
import { draftsToOpen, otherDraftsOf } from './open-work.ts'
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
  const onBroken = vi.fn<() => void>()
  const opened = vi.fn<(opened: unknown) => void>()
  void openUnsavedWork(owner, 'agent/anna', null, { onBroken, onLate: () => undefined }).then(opened, () => undefined)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(opened).toHaveBeenCalledWith(expect.objectContaining({ work: expect.objectContaining({ restored: null }) }))
  expect(onBroken).toHaveBeenCalled()
})

it.each([
  ['agent/anna', true],
  ['agent/ben', false],
])(
  'a form opens before a browser answers that takes seconds, and learns then whether it stores work of %s',
  async (form, hasWork) => {
    vi.resetModules()
    const { openUnsavedWork } = await import('./open-work.ts')
    vi.useFakeTimers()
    const answerOf = (result: unknown, ms: number) => {
      const request = Object.assign(new EventTarget(), { result })
      setTimeout(() => request.dispatchEvent(new Event('success')), ms)
      return request
    }
    const stored = { ...owner, id: '1', form: 'agent/anna', savedAt: Date.now() }
    const objectStore = () => ({ getAll: () => answerOf([stored], 0) })
    vi.stubGlobal('indexedDB', { open: () => answerOf({ transaction: () => ({ objectStore }) }, 4_000) })
    vi.stubGlobal('navigator', {})
    const opened = vi.fn<(opened: unknown) => void>()
    const onLate = vi.fn<(hasWork: boolean) => void>()
    void openUnsavedWork(owner, form, null, { onBroken: () => undefined, onLate }).then(opened, () => undefined)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(opened).toHaveBeenCalledOnce()
    expect(onLate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(onLate.mock.calls).toEqual([[hasWork]])
  },
)

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
