import { describe, expect, it } from 'vitest'
import { openingOf } from './opening.ts'
import type { FormContent, StoredDraft } from './stored-drafts.ts'
import { createUnsavedWork } from './unsaved-work.ts'

const owner = { operatorId: 'ada', workspaceId: 'main' }
const content = (name: string): FormContent => ({
  noun: 'agent',
  recordName: 'Anna',
  isNew: false,
  before: { name: 'Anna' },
  draft: { name },
})

/** A device that stores drafts in memory, and whose delay ends when the test says so. */
function createDevice() {
  const drafts = new Map<string, StoredDraft>()
  const plans = new Set<() => void>()
  let isBroken = false
  return {
    drafts,
    plans,
    isBroken: () => isBroken,
    runPlans: () => {
      for (const plan of plans) plan()
      plans.clear()
    },
    open: (id: string, store?: () => Promise<void>) =>
      createUnsavedWork(
        { owner, form: 'agent/anna', id, entry: drafts.get(id) ?? null },
        {
          store: store ?? (async (draft) => void drafts.set(draft.id, structuredClone(draft))),
          remove: async (removed) => void drafts.delete(removed),
          now: () => 1_000 + drafts.size,
          later: (run) => {
            plans.add(run)
            return () => void plans.delete(run)
          },
          onBroken: () => {
            isBroken = true
          },
        },
      ),
  }
}

describe('unsaved work of a form', () => {
  it('is stored while somebody types without a pause, and restored', () => {
    const device = createDevice()
    const work = device.open('one')
    work.update(content('Annab'))
    work.update(content('Annabel'))
    expect(device.plans.size).toBe(1)
    device.runPlans()
    expect(device.drafts.get('one')).toMatchObject({ ...owner, form: 'agent/anna', draft: { name: 'Annabel' } })
    expect(device.open('one').restored).toEqual({
      draft: { name: 'Annabel' },
      before: { name: 'Anna' },
      savedAt: 1_000,
    })
  })

  it('is stored at once when the page closes', () => {
    const device = createDevice()
    const work = device.open('one')
    work.update(content('Annabel'))
    work.flush()
    expect(device.drafts.size).toBe(1)
    expect(device.plans.size).toBe(0)
  })

  it('keeps the time of the last change after a reload without another one', () => {
    const device = createDevice()
    const work = device.open('one')
    work.update(content('Annabel'))
    work.flush()
    const again = device.open('one')
    again.update(content('Annabel'))
    again.flush()
    expect(device.drafts.get('one')?.savedAt).toBe(1_000)
  })

  it('is removed when nothing differs any more, and when it is saved or discarded, for good', () => {
    const device = createDevice()
    const work = device.open('one')
    work.update(content('Annabel'))
    work.flush()
    work.update(null)
    expect(device.drafts.size).toBe(0)
    work.update(content('Annabel'))
    work.flush()
    work.close()
    work.update(content('Later'))
    device.runPlans()
    expect(device.drafts.size).toBe(0)
  })

  it('does not touch the work of another tab', () => {
    const device = createDevice()
    const [one, two] = [device.open('one'), device.open('two')]
    one.update(content('Annabel'))
    two.update(content('Anne'))
    device.runPlans()
    two.close()
    expect([...device.drafts.values()].map(({ draft }) => draft)).toEqual([{ name: 'Annabel' }])
  })

  it('keeps the key of a command whose answer was lost, as long as the command is the same', () => {
    const device = createDevice()
    const work = device.open('one')
    work.update(content('Annabel'))
    work.commandKey.write('key-1', '{"name":"Annabel"}')
    const { commandKey } = device.open('one')
    expect(commandKey.read('{"name":"Annabel"}')).toBe('key-1')
    expect(commandKey.read('{"name":"Anne"}')).toBeNull()
    commandKey.write(null, '{"name":"Annabel"}')
    expect(device.open('one').commandKey.read('{"name":"Annabel"}')).toBeNull()
  })

  it('is used while a command of an unchanged form is in flight, and after it unless it certainly did not happen', () => {
    const work = createDevice().open('one')
    expect(work.isUsed()).toBe(false)
    work.commandKey.write('key-1', '{"name":"Anna"}')
    expect(work.isUsed()).toBe(true)
    work.commandKey.write(null, '{"name":"Anna"}')
    expect(work.isUsed()).toBe(false)
  })

  it('says if the device cannot store it', async () => {
    const device = createDevice()
    const work = device.open('one', () => Promise.reject(new Error('No space.')))
    work.update(content('Annabel'))
    work.flush()
    await Promise.resolve()
    expect(device.isBroken()).toBe(true)
  })
})

describe('what a form opens with', () => {
  const paths = ['name', 'model'] as const
  const start = { name: 'Anna', model: 'small' }
  const restored = (draft: unknown, before: unknown = start) => ({ draft, before, savedAt: 5 })

  it('is the record without restored work, or with work that changes nothing or cannot be read', () => {
    const unchanged = { start, draft: start, conflict: null, restoredAt: null }
    expect(openingOf(paths, start, null, false)).toEqual(unchanged)
    expect(openingOf(paths, start, restored({ ...start }), false)).toEqual(unchanged)
    expect(openingOf(paths, start, restored('Annabel'), false)).toEqual(unchanged)
    // The same change was saved elsewhere meanwhile.
    expect(openingOf(paths, start, restored(start, { ...start, name: 'Ann' }), false)).toEqual(unchanged)
  })

  it('is the restored work, with fields that a later version of the page added', () => {
    expect(openingOf(paths, start, restored({ name: 'Annabel' }), false)).toEqual({
      start,
      draft: { name: 'Annabel', model: 'small' },
      conflict: null,
      restoredAt: 5,
    })
    expect(openingOf(paths, { name: '', model: 'small' }, restored({ name: 'Nora' }, {}), true).draft.name).toBe('Nora')
  })

  it('is merged with what somebody else changed meanwhile, and says so', () => {
    const before = { name: 'Ann', model: 'large' }
    const opening = openingOf(paths, start, restored({ name: 'Annabel', model: 'large' }, before), false)
    expect(opening).toMatchObject({
      draft: { name: 'Annabel', model: 'small' },
      conflict: { adopted: ['model'], conflicting: ['name'], before, now: start },
    })
  })
})
