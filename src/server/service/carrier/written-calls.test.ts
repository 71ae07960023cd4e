/** The calls that are written as data: each can happen, and nothing in a call contradicts the rest of it. */
import { describe, expect, it, test } from 'vitest'
import { scaleForSoak } from '#tools/soak-scale.ts'
import { generateFlows } from '../seed/flows.ts'
import { seededRandom } from '../shared/random.ts'
import { simulatedCalls } from '../testing/simulated-calls.ts'
import { flowFiles, scriptsFor } from './call-scripts.ts'
import anyCalls from './calls/any.json' with { type: 'json' }
import { Conversation } from './conversation.ts'
import { americanWords } from './local-english.ts'
import { isAmerican, placeOf } from './place.ts'
import purposes from './purposes.json' with { type: 'json' }
import { recite } from './recite.ts'
import type { CallFlow } from './talk.ts'
import { variablesOf } from './variables.ts'
import words from './words.json' with { type: 'json' }

const flows = generateFlows(seededRandom('flows')).filter(({ fields }) => fields.direction !== 'inbound')
const callFlowOf = ({ name, fields }: (typeof flows)[number]) => ({ id: 'f', name, ...fields }) as CallFlow
const rule = (when: string, then: string, value: string) => ({ id: when, when, then, value })
/** With a rule for angry customers, and without any. */
const rules = [
  [],
  [rule('caller_asks_for_human', 'transfer', 'customer care'), rule('sentiment_negative', 'transfer', 'a team lead')],
]

const variables = variablesOf(seededRandom('variables'), {
  columns: {},
  customerName: 'Dana Whitfield',
  agentName: 'Nora',
  number: '+14155550134',
  purpose: 'general',
  now: Date.UTC(2026, 10, 20, 18),
})

/** Plays each call of a flow under each of the rules. @returns the first lines of those that never happen */
function impossibleCalls(generated: (typeof flows)[number]): string[] {
  return scriptsFor(callFlowOf(generated)).flatMap((script) => {
    const isPlayed = rules.some((some) => {
      const flow = { ...callFlowOf(generated), rules: some }
      const circumstances = {
        silenceSeconds: null,
        isRecorded: false,
        isOutsideHours: false,
        country: 'US',
        maxPauseSeconds: 60,
      }
      const values = { ...variables, callback: 'today at 4 pm', company: 'Us' }
      return recite(new Conversation(seededRandom('play'), flow, values, circumstances), script)
    })
    return isPlayed || script.needsName
      ? []
      : [script.lines.map((line) => ('rule' in line ? '!' : line.text)).join(' ')]
  })
}

test.each(flows.map((flow) => [flow.name, flow] as const))('each call of "%s" follows the flow', (_, flow) => {
  expect(scriptsFor(callFlowOf(flow)).some(({ steps }) => steps !== null)).toBe(true)
  expect(impossibleCalls(flow)).toEqual([])
})

it('no two flows have a call in common that comes to a result, so that no two customers say the same', () => {
  const results = flows.flatMap((flow) =>
    scriptsFor(callFlowOf(flow)).filter(({ kind }) => kind === 'agreed' || kind === 'refused'),
  )
  expect(results.length).toBeGreaterThan(40)
  expect(new Set(results).size).toBe(results.length)
})

it('has as many alternatives wherever a call makes the same choice, so that each answer fits what was said', () => {
  const uneven = [...flowFiles.flatMap((file) => file.calls), ...anyCalls].filter((call) => {
    const counts = new Map<string, Set<number>>()
    for (const [, name = '', inside = ''] of call.join('\n').matchAll(/\[(\w+):(?! )([^\]]+)\]/g))
      counts.set(name, (counts.get(name) ?? new Set()).add(inside.split('|').length))
    return [...counts.values()].some(({ size }) => size > 1)
  })
  expect(uneven).toEqual([])
})

it('hands angry customers to a colleague in each flow that has a complaint', () => {
  const withComplaint = flows.filter((flow) =>
    scriptsFor(callFlowOf(flow)).some(({ kind, steps }) => kind === 'complaint' && steps !== null),
  )
  expect(withComplaint.length).toBeGreaterThan(15)
  expect(
    withComplaint.filter((flow) => !callFlowOf(flow).rules.some((one) => one.when === 'sentiment_negative')),
  ).toEqual([])
})

it('a customer is called by a name only where the greeting said it', () => {
  const [flow] = flows
  const strangers = flow === undefined ? [] : scriptsFor(callFlowOf(flow)).filter(({ needsName }) => needsName)
  expect(strangers.length).toBeGreaterThan(3)
})

it('each call that a colleague ends is followed by a text of its own, which says what was agreed', () => {
  const handedOver = flows
    .flatMap((flow) => scriptsFor(callFlowOf(flow)))
    .filter(({ lines }) => lines.some((line) => 'role' in line && line.role === 'colleague'))
  expect(handedOver.length).toBeGreaterThan(20)
  expect(handedOver.filter(({ lines }) => !lines.some((line) => 'role' in line && line.role === 'text'))).toEqual([])
})

it('what is said and sent in every country has no word that only Americans use', () => {
  const steps = flowFiles
    .filter(({ names }) => names.some((name) => /UK|EU/.test(name)))
    .flatMap((file) => Object.values(file.steps).flatMap(({ text = '', spoken = '' }) => [text, spoken]))
  const messages = [...Object.values(purposes), words.messagesAfter].flatMap((texts) => Object.values(texts).flat())
  const everywhere = [...steps, ...messages, ...words.voicemail.requests]
  expect(everywhere.filter((text) => text.search(americanWords) !== -1)).toEqual([])
})

describe('400 calls of the demo', () => {
  const calls = simulatedCalls('facts', scaleForSoak(400)).filter(({ script }) => script.outcome === 'completed')
  const textsOf = ({ script }: (typeof calls)[number]) => script.lines.map(({ content }) => content)

  it('have all variables filled', { tags: ['soak'] }, () => {
    const unfilled = /[{}@|[\]]|\bundefined\b|\bnull\b|\bNaN\b|  | ,| \.|,,|\?\?/
    expect(calls.flatMap(textsOf).filter((text) => unfilled.test(text))).toEqual([])
  })

  it('are conversations: each begins with a greeting, and no customer speaks three times in a row', {
    tags: ['soak'],
  }, () => {
    for (const { script } of calls) {
      const roles = script.lines.map(({ role }) => role)
      expect(roles.slice(0, 2)).toContain('agent')
      const isThird = (role: string, i: number) => role === roles[i - 1] && role === roles[i - 2]
      // An agent asks whether somebody is there.
      expect(roles.filter((role, i) => role !== 'agent' && isThird(role, i))).toEqual([])
    }
  })

  it('name one date of a call-back each', { tags: ['soak'] }, () => {
    const moment =
      /\b(?:today|tomorrow|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day) at \d{1,2}(?::\d\d)?(?: [ap]m)?/gi
    const several = calls
      .map((call) => new Set(textsOf(call).join('\n').toLowerCase().match(moment)))
      .filter((moments) => moments.size > 1)
    expect(several).toEqual([])
  })

  it('have colleagues who each work in one department', () => {
    const departments = new Map<string, Set<string>>()
    for (const { script } of calls)
      for (const { metadata } of script.participants)
        if (metadata.kind === 'colleague') {
          const name = String(metadata.name)
          departments.set(name, (departments.get(name) ?? new Set()).add(String(metadata.department)))
        }
    expect(departments.size).toBeGreaterThan(5)
    expect([...departments].filter(([, some]) => some.size > 1)).toEqual([])
  })

  it('have colleagues who each work on one side of the Atlantic', () => {
    const sides = new Map<string, Set<boolean>>()
    for (const { facts, script } of calls)
      for (const { metadata } of script.participants)
        if (metadata.kind === 'colleague') {
          const name = String(metadata.name)
          sides.set(name, (sides.get(name) ?? new Set()).add(isAmerican(placeOf(facts.toNumber))))
        }
    expect([...sides].filter(([, some]) => some.size > 1)).toEqual([])
  })

  it('are followed by a text that does not promise a letter to those who were promised a call', () => {
    const called = calls.filter((call) =>
      textsOf(call).some((text) =>
        /\bcan have .* call you\b|\b(?:can|could) (?:I|somebody|a colleague) call you\b/i.test(text),
      ),
    )
    expect(called.length).toBeGreaterThan(3)
    expect(
      called.flatMap(({ script }) => script.followUp?.text ?? []).filter((text) => !/call you/.test(text)),
    ).toEqual([])
  })

  it('are followed by a text that names the call-back that the agent promised', () => {
    const promised = calls.flatMap(({ script: { lines, followUp } }) =>
      lines.flatMap(({ content }) => {
        const when = /about a replacement (.*)\.$/.exec(content)?.[1]
        return when === undefined ? [] : [followUp?.text.includes(when) ?? false]
      }),
    )
    expect(new Set(promised)).toEqual(new Set([true]))
  })

  it('call each customer and agent by their own name', { tags: ['soak'] }, () => {
    const wrongNames = calls.flatMap(({ agent, facts, script }) =>
      script.lines.flatMap(({ role, content }) => {
        const [, one, other] =
          /\b(?:this is|it's) (\p{Lu}\p{L}+) from\b|\b(\p{Lu}\p{L}+) here from\b/u.exec(content) ?? []
        const greeted = /^(?:Hi|Hello) (\p{Lu}[\p{L}]+), this is/u.exec(content)?.[1]
        const isWrong = (name: string | undefined, own = '') => name !== undefined && name !== own.split(' ')[0]
        const isAgentWrong = isWrong(one ?? other, agent.name) || isWrong(greeted, facts.customerName ?? '')
        return role === 'agent' && isAgentWrong ? [content] : []
      }),
    )
    expect(wrongNames).toEqual([])
  })
})
