/** Drafts that only an explicit confirmation sends: the gateway finds the risks itself, when a decision is made and before it is sent. */
import { describe, expect, test } from 'vitest'
import type { SeriousRiskKind } from '#contract/index.ts'
import { draftText, postDecision, readLatestDecision, readQueue, startGatewayWithDrafts } from '../testing/review.ts'

type Started = Awaited<ReturnType<typeof startGatewayWithDrafts>>
const state = (person: Started['priya']) => async () => (await readLatestDecision(person))?.state

const placeholderText = 'Hi {name}, your visit is on Monday.'
const hiddenText = 'Your visit is on\u200b Monday.'

/** What makes each risk, and the decision about the draft. */
const cases: Record<SeriousRiskKind, { cause: (started: Started) => unknown; fields: object; says: RegExp }> = {
  customer_wrote: {
    cause: ({ scriptedDrafts }) => scriptedDrafts.addCustomerMessage('c1'),
    fields: { lastInbound: 'nc1' },
    says: /^The customer wrote after this draft\. Nothing was sent\./,
  },
  do_not_call: {
    cause: ({ grace }) => grace.post('/gateway/do-not-call', { number: '+14155550134', reason: 'Wrote STOP' }),
    fields: {},
    says: /^The customer’s number is on the do-not-call list\. Nothing was sent\./,
  },
  unknown_recipient: {
    cause: ({ scriptedDrafts }) => Object.assign(scriptedDrafts.customer('c1'), { phone: null, email: ' ' }),
    fields: {},
    says: /^It is unknown to whom this goes: .*\. Nothing was sent\./,
  },
  hidden_characters: {
    cause: ({ scriptedDrafts }) => Object.assign(scriptedDrafts.draft('c1'), { message: hiddenText }),
    fields: { text: hiddenText },
    says: /^The text contains hidden characters\. Nothing was sent\./,
  },
  placeholder: {
    cause: ({ scriptedDrafts }) => Object.assign(scriptedDrafts.draft('c1'), { message: placeholderText }),
    fields: { text: placeholderText },
    says: /^The text contains what looks like a placeholder or the words of a machine\. Nothing was sent\./,
  },
}
const kinds = Object.keys(cases) as SeriousRiskKind[]

describe('a draft with a serious risk', { tags: ['serious-risks-are-confirmed'] }, () => {
  test.each(kinds)('%s: is sent only if the reviewer confirmed exactly this', async (kind) => {
    const started = await startGatewayWithDrafts()
    const { priya, actions } = started
    const { cause, fields, says } = cases[kind]
    await cause(started)
    const others = kinds.filter((other) => other !== kind)
    for (const confirmed of [{}, { confirmedRisks: [] }, { confirmedRisks: others }])
      expect(await postDecision(priya, { ...fields, ...confirmed })).toMatchObject({
        status: 409,
        json: { error: { code: 'risk_not_confirmed', message: expect.stringMatching(says) } },
      })
    expect(await readLatestDecision(priya)).toBeUndefined()
    expect((await postDecision(priya, { ...fields, confirmedRisks: [kind] })).status).toBe(200)
    await expect.poll(state(priya)).toBe('done')
    expect(actions()).toHaveLength(1)
  })

  test('can be rejected without confirming anything, but not saved with another text, which some deployments send', async () => {
    const started = await startGatewayWithDrafts()
    for (const { cause } of [cases.customer_wrote, cases.do_not_call]) await cause(started)
    const decide = (fields: object) => postDecision(started.priya, { lastInbound: 'nc1', ...fields })
    expect((await decide({ action: 'Edit', editedMessage: 'On Tuesday.' })).json.error.code).toBe('risk_not_confirmed')
    expect((await decide({ action: 'Reject' })).status).toBe(200)
  })
})

test('an edit is judged by its own text: it can mend the draft’s, or bring a risk in', async () => {
  const started = await startGatewayWithDrafts(2)
  const { priya } = started
  await cases.placeholder.cause(started)
  const mended = { text: placeholderText, action: 'EditAndApprove', editedMessage: 'Hi Ada, see you on Monday.' }
  expect((await postDecision(priya, mended)).status).toBe(200)
  const worse = { id: '2', action: 'EditAndApprove', editedMessage: 'Hi [NAME]\u200b' }
  for (const confirmedRisks of [undefined, ['placeholder'], ['hidden_characters']])
    expect((await postDecision(priya, { ...worse, confirmedRisks })).json.error.code).toBe('risk_not_confirmed')
  expect((await postDecision(priya, { ...worse, confirmedRisks: ['placeholder', 'hidden_characters'] })).status).toBe(
    200,
  )
})

describe('at the end of the hold, also by “Send now”', () => {
  const decideThenList = async (confirmed: object) => {
    const started = await startGatewayWithDrafts()
    const { priya } = started
    await readQueue(priya)
    const { json } = await postDecision(priya, { holdSeconds: 30, ...confirmed })
    await cases.do_not_call.cause(started)
    await priya.post(`/gateway/decisions/${String(json.effectId)}/send`)
    return started
  }

  test('a number that was put on the do-not-call list meanwhile refuses it', async () => {
    const { priya, actions } = await decideThenList({})
    await expect.poll(state(priya)).toBe('refused')
    expect((await readLatestDecision(priya))?.refusal).toMatchObject({
      code: 'risk_not_confirmed',
      sent: 'no',
      message: expect.stringContaining('Nothing was sent.'),
    })
    expect(actions()).toEqual([])
  })

  test('what was confirmed does not refuse it', async () => {
    const { priya, actions } = await decideThenList({ confirmedRisks: ['do_not_call'] })
    await expect.poll(state(priya)).toBe('done')
    expect(actions()).toHaveLength(1)
  })

  test('a recipient that the service lost meanwhile refuses it', async () => {
    const { priya, scriptedDrafts, actions } = await startGatewayWithDrafts()
    const { json } = await postDecision(priya, { holdSeconds: 30 })
    scriptedDrafts.customer('c1').phone = null
    await priya.post(`/gateway/decisions/${String(json.effectId)}/send`)
    await expect.poll(state(priya)).toBe('refused')
    expect(actions()).toEqual([])
  })

  test('a customer who wrote meanwhile refuses it, whatever was confirmed', async () => {
    const { priya, scriptedDrafts, actions } = await startGatewayWithDrafts()
    const { json } = await postDecision(priya, { holdSeconds: 30, confirmedRisks: kinds })
    scriptedDrafts.addCustomerMessage('c1')
    await priya.post(`/gateway/decisions/${String(json.effectId)}/send`)
    await expect.poll(state(priya)).toBe('refused')
    expect((await readLatestDecision(priya))?.refusal?.code).toBe('changed')
    expect(actions()).toEqual([])
  })
})

test('the queue names the risks that need a confirmation', async () => {
  const started = await startGatewayWithDrafts(2)
  const { priya, scriptedDrafts } = started
  for (const { cause } of [cases.customer_wrote, cases.do_not_call]) await cause(started)
  scriptedDrafts.draft('c1').message = hiddenText
  const [first, second] = (await readQueue(priya)).drafts
  expect(first?.risks.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['customer_wrote', 'do_not_call', 'hidden_characters']),
  )
  expect(first?.risks[0]).toEqual({ kind: 'customer_wrote', found: [draftText] })
  expect(second?.risks.map(({ kind }) => kind)).toContain('do_not_call')
})
