/** The rows of the audit: each action once, in its present state. */
import { expect, test } from 'vitest'
import { appendHistory, insertEffect } from '../ledger/history.ts'
import { openRegistry } from '../registry/registry.ts'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import { createAudit } from './audit.ts'

type Step = Parameters<typeof appendHistory>[2]

/** A ledger with Priya's actions, named by their ids: what is in progress, done, resolved by others, and what Omar did. */
async function openAudit() {
  const store = await openTestStore()
  let at = 0
  const act = async (id: string, operator: string, ...steps: readonly Partial<Step>[]) => {
    const effect = { id, endpoint: 'batchStart', ids: '{"agentId":"a1"}', target: null, key: id, body: '' }
    const started = { ...effect, operator_id: operator, operator, at: ++at }
    await insertEffect(store, started, { state: 'sending', gateway: 1 })
    for (const step of steps) await appendHistory(store, id, { at: ++at, operator, ...step } as Step)
  }
  await act('done', 'Priya', { state: 'done' })
  await act(
    'confirmed',
    'Priya',
    { state: 'unknown', operator: null },
    { state: 'settled', operator: null, happened: true },
  )
  await act(
    'resolved',
    'Priya',
    { state: 'unknown' },
    { state: 'settled', operator: 'Omar', happened: false, reason: 'I asked.' },
  )
  await act('other', 'Omar', { state: 'refused' })
  await act('unknown', 'Priya', { state: 'unknown', operator: null })
  await act('sending', 'Priya')
  const audit = createAudit({ store, registry: await openRegistry(store, clock), namesOf: async (name) => [name] })
  return {
    audit,
    act,
    resolve: (id: string) =>
      appendHistory(store, id, {
        at: ++at,
        operator: 'Omar',
        state: 'settled',
        happened: true,
        reason: 'Resolved later.',
      }),
    idsOf: async (filter: Parameters<typeof audit.list>[0]) => {
      const { entries, total } = await audit.list(filter)
      expect(total).toBe(entries.length)
      return entries.map(({ effectId }) => effectId)
    },
  }
}

test('an action is one row in its present state, with all its steps', async () => {
  const { audit, idsOf } = await openAudit()
  expect(await idsOf({})).toEqual(['sending', 'unknown', 'other', 'resolved', 'confirmed', 'done'])
  expect((await audit.list({ state: 'settled' })).entries[0]).toMatchObject({
    effectId: 'resolved',
    operator: 'Priya',
    state: 'settled',
    happened: false,
    reason: 'I asked.',
    steps: [
      { state: 'sending', operator: 'Priya', at: 6 },
      { state: 'unknown', operator: 'Priya' },
      { state: 'settled', operator: 'Omar', at: 8 },
    ],
  })
})

test('an outcome finds only actions that have it now', async () => {
  const { idsOf } = await openAudit()
  expect(await idsOf({ state: 'sending' })).toEqual(['sending'])
  expect(await idsOf({ state: 'unknown', endpoint: 'batchStart' })).toEqual(['unknown'])
  expect(await idsOf({ state: 'unknown', endpoint: 'batchCancel' })).toEqual([])
  expect(await idsOf({ state: 'done' })).toEqual(['done'])
  expect(await idsOf({ state: 'settled', thing: 'a1' })).toEqual(['resolved', 'confirmed'])
})

test('an operator finds what they started, whoever ended it, and what they resolved, each once', async () => {
  const { audit, idsOf } = await openAudit()
  const priya = ['sending', 'unknown', 'resolved', 'confirmed', 'done']
  for (const filter of [{}, { endpoint: 'batchStart' }, { thing: 'a1' }])
    expect(await idsOf({ operator: 'Priya', ...filter })).toEqual(priya)
  expect(await idsOf({ operator: 'Omar' })).toEqual(['other', 'resolved'])
  expect(await idsOf({ operator: 'Priya', state: 'settled' })).toEqual(['resolved', 'confirmed'])
  expect(await idsOf({ operator: 'Priya', state: 'unknown' })).toEqual(['unknown'])
  const pages: string[] = []
  for (let before: number | undefined, next: number | null = 0; next !== null; before = next ?? undefined) {
    const page = await audit.list({ operator: 'Priya', limit: 2, ...(before !== undefined && { before }) })
    pages.push(...page.entries.map(({ effectId }) => effectId))
    next = page.next
  }
  expect(pages).toEqual(priya)
})

test('an export has every action as it was when the export began, although some end meanwhile', async () => {
  const { audit, act, resolve } = await openAudit()
  for (let count = 0; count < 510; count += 1) await act(`more-${count}`, 'Omar')
  const reader = audit.export({}).pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  await resolve('unknown')
  await act('new', 'Omar')
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  expect(text.trim().split(/\r?\n/)).toHaveLength(1 + 6 + 510)
  expect(text).not.toContain('Resolved later.')
})
