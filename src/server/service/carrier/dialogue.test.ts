/** Effects of a flow's settings and rules on its calls. */
import { describe, expect, it } from 'vitest'
import type { FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import { type CallFacts, callStateAt, type Script, simulateCall } from './simulate-call.ts'
import { speakingSeconds } from './talk.ts'

const node = (id: string, type: string, prompt = ''): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { label: id, ...(prompt === '' ? {} : { prompt }) },
})
const edge = (source: string, target: string, condition?: string): FlowEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(condition === undefined ? {} : { data: { condition } }),
})
const rule = (when: string, then: string, value = ''): FlowRule => ({ id: when, when, then, value })

/** Three questions and a goodbye. */
const flow: CallFacts['flow'] = {
  id: 'f'.repeat(24),
  name: 'Boiler check',
  description: '',
  promptType: 'flow',
  prompt: '',
  welcomeMessage: 'ai_custom',
  customWelcomeMessage: 'Good day.',
  rules: [],
  settings: {},
  flowData: {
    nodes: [
      node('start', 'start'),
      node('home', 'ask', 'Will you be at home?'),
      node('heat', 'ask', 'Is the heating on?'),
      node('code', 'ask', 'Is there a gate code?'),
      node('bye', 'end', 'That was all.'),
    ],
    edges: [edge('start', 'home'), edge('home', 'heat'), edge('heat', 'code'), edge('code', 'bye')],
  },
}
const daytime = Date.UTC(2026, 10, 20, 15)
const simulate = (seed: string, changes: Partial<CallFacts['flow']> = {}, dialledAt = daytime): Script =>
  simulateCall({
    seed,
    dialledAt,
    toNumber: '+12025550100',
    customerName: 'Dana Whitfield',
    columns: { plan: 'Gold' },
    agent: { id: 'a', name: 'Nora', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } },
    flow: { ...flow, ...changes },
  })
const simulateMany = (count: number, changes: Partial<CallFacts['flow']> = {}, dialledAt = daytime) =>
  Array.from({ length: count }, (_, i) => simulate(`call ${i}`, changes, dialledAt))
const textOf = ({ lines }: Script) => lines.map(({ content }) => content).join('\n')
const contains = (script: Script, text: string | RegExp) =>
  typeof text === 'string' ? textOf(script).includes(text) : text.test(textOf(script))
const colleagueOf = ({ participants }: Script) => participants.find(({ metadata }) => metadata.kind === 'colleague')
const workingHoursSettings = (changes: Record<string, unknown> = {}) => ({
  responseSettings: {
    workingHours: {
      enabled: true,
      start: '09:00',
      end: '17:00',
      timezone: 'America/New_York',
      outOfHoursMessage: 'The office is closed, {first_name}.',
      ...changes,
    },
  },
})

describe('working hours', () => {
  const saysClosed = (dialledAt: string, changes: Record<string, unknown> = {}) =>
    contains(
      simulate('hours', { settings: workingHoursSettings(changes) }, Date.parse(dialledAt)),
      'The office is closed, Dana.',
    )

  it('apply in their own time zone, in summer and winter', () => {
    expect(saysClosed('2026-11-20T13:59:00Z')).toBe(true)
    expect(saysClosed('2026-11-20T14:00:00Z')).toBe(false)
    expect(saysClosed('2026-11-20T21:59:00Z')).toBe(false)
    expect(saysClosed('2026-11-20T22:00:00Z')).toBe(true)
    expect(saysClosed('2026-07-20T13:30:00Z')).toBe(false)
    expect(saysClosed('2026-07-20T21:30:00Z')).toBe(true)
  })

  it('may go past midnight, and have no effect if off or invalid', () => {
    const night = { start: '22:00', end: '06:00', timezone: 'UTC' }
    expect(saysClosed('2026-11-20T23:00:00Z', night)).toBe(false)
    expect(saysClosed('2026-11-20T05:59:00Z', night)).toBe(false)
    expect(saysClosed('2026-11-20T06:00:00Z', night)).toBe(true)
    for (const changes of [{ enabled: false }, { timezone: 'Mars/Base' }, { start: 'nine' }, { end: 17 }]) {
      expect(saysClosed('2026-11-20T03:00:00Z', changes)).toBe(false)
    }
  })

  const simulateAtNight = (...rules: FlowRule[]) =>
    simulate('night', { settings: workingHoursSettings(), rules }, Date.UTC(2026, 10, 20, 3))

  it('are mentioned to callers outside of them, and nothing is asked', () => {
    const script = simulateAtNight()
    expect(contains(script, 'The office is closed, Dana.')).toBe(true)
    expect(contains(script, 'Will you be at home?')).toBe(false)
    expect(script.outcome).toBe('completed')
    expect(script.endsAt - (script.answeredAt ?? 0)).toBeLessThan(40)
  })

  it('trigger the first of their rules', () => {
    expect(
      colleagueOf(simulateAtNight(rule('outside_working_hours', 'transfer', 'night shift')))?.metadata,
    ).toMatchObject({
      department: 'night shift',
    })
    const messaging = simulateAtNight(
      rule('outside_working_hours', 'message', 'We call again tomorrow, {first_name}.'),
      rule('outside_working_hours', 'transfer', 'night shift'),
    )
    expect(messaging.followUp).toEqual({ text: 'We call again tomorrow, Dana.', isDraft: true })
    expect(colleagueOf(messaging)).toBeUndefined()
    expect(contains(simulateAtNight(rule('outside_working_hours', 'end', 'Until tomorrow.')), 'Until tomorrow.')).toBe(
      true,
    )
    const jumping = simulateAtNight(rule('Outside working hours', 'go_to_node', 'code'))
    expect([contains(jumping, 'gate code'), contains(jumping, 'Is the heating on?')]).toEqual([true, false])
  })

  it('can be a condition of an edge', () => {
    const nodes = [
      node('start', 'start'),
      node('which', 'condition'),
      node('a', 'end', 'By day.'),
      node('b', 'end', 'By night.'),
    ]
    const flowData = {
      nodes,
      edges: [edge('start', 'which'), edge('which', 'a'), edge('which', 'b', 'outside_working_hours')],
    }
    const rules = [rule('outside_working_hours', 'go_to_node', 'which')]
    const textAt = (at: number) =>
      textOf(simulate('a branch', { settings: workingHoursSettings(), flowData, rules }, at))
    expect(textAt(daytime)).toContain('By day.')
    expect(textAt(Date.UTC(2026, 10, 20, 3))).toContain('By night.')
  })
})

describe('silence', () => {
  const settings = (endCallOnSilence: number) => ({ callSetting: { endCallOnSilence } })
  const endsInSilence = (script: Script) => script.endsAt - (script.lines.at(-1)?.at ?? 0) > 12
  const presenceQuestion = /still there|cannot hear you|can you hear me/

  it('makes the agent ask, and most customers come back', () => {
    const withQuestion = simulateMany(600, { settings: settings(20) }).filter((script) =>
      contains(script, presenceQuestion),
    )
    expect(withQuestion.length).toBeGreaterThan(15)
    const answering = withQuestion.filter((script) => !endsInSilence(script))
    expect(answering.length).toBeGreaterThan(withQuestion.length / 2)
    expect(answering.length).toBeLessThan(withQuestion.length)
  })

  it('ends the call after the flow’s silence limit', () => {
    const silent = simulateMany(600, { settings: settings(20) }).filter(endsInSilence)
    expect(silent.length).toBeGreaterThan(3)
    for (const { lines, endsAt } of silent) {
      const last = lines.at(-1)
      expect(last?.role).toBe('agent')
      expect(last?.content).toMatch(presenceQuestion)
      const seconds = endsAt - (last?.at ?? 0)
      expect(seconds).toBeGreaterThanOrEqual(20)
      expect(seconds).toBeLessThanOrEqual(20 + 6.3)
    }
    const withShortLimit = simulateMany(300, { settings: settings(3) })
    expect(withShortLimit.filter((script) => contains(script, presenceQuestion))).toEqual([])
  })

  it('triggers its rule if the customer does not come back', () => {
    const scripts = simulateMany(400, {
      settings: settings(20),
      rules: [rule('silence', 'end', 'I will hang up now.')],
    })
    const endedByRule = scripts.filter((script) => contains(script, 'I will hang up now.'))
    expect(endedByRule.length).toBeGreaterThan(3)
    for (const { lines } of endedByRule)
      expect(lines.at(-1)).toMatchObject({ role: 'agent', content: 'I will hang up now.' })
  })
})

describe('a rule', () => {
  it('hands over customers who ask for a human', () => {
    const rules = [rule('caller_asks_for_human', 'transfer', 'customer care')]
    const scripts = simulateMany(300, { rules })
    const handedOver = scripts.filter((script) => colleagueOf(script) !== undefined)
    expect(handedOver.length).toBeGreaterThan(15)
    for (const script of handedOver)
      expect(contains(script, /speak to a person|somebody real|human I can talk to|a real person/)).toBe(true)
    expect(simulateMany(300).filter((script) => colleagueOf(script) !== undefined)).toEqual([])
  })

  it('is followed if and only if the mood has turned negative', () => {
    const rules = [rule('sentiment_negative', 'transfer', 'a team lead')]
    const scripts = simulateMany(300, { rules })
    const negative = scripts.filter(({ moods }) => moods.some(({ sentiment }) => sentiment === 'negative'))
    expect(negative.length).toBeGreaterThan(10)
    for (const script of scripts) expect(colleagueOf(script) !== undefined).toBe(negative.includes(script))
  })

  it('with a free-text condition is followed if the customer says so', () => {
    const rules = [rule('customer asks about the neighbour', 'end', 'I know nothing about that.')]
    const endedCalls = simulateMany(300, { rules }).filter((script) => contains(script, 'I know nothing about that.'))
    expect(endedCalls.length).toBeGreaterThan(15)
    for (const script of endedCalls) expect(contains(script, /the neighbour\./)).toBe(true)
  })

  it('goes to a node once, even if it forms a cycle', () => {
    const rules = Array.from({ length: 40 }, (_, i) => rule(`matter ${i}`, 'go_to_node', 'home'))
    for (const { lines, endsAt } of simulateMany(100, { rules })) {
      expect(lines.length).toBeLessThan(150)
      expect(endsAt).toBeLessThan(900)
    }
  })
})

describe('a call', () => {
  it('says and shows whether it is recorded', () => {
    const [recorded, unrecorded] = [simulate('x'), simulate('x', { settings: { enableRecording: false } })]
    expect([contains(recorded, 'this call is being recorded'), contains(unrecorded, 'this call is recorded')]).toEqual([
      true,
      false,
    ])
    expect([recorded, unrecorded].map(({ participants }) => participants[0]?.metadata.recording)).toEqual([true, false])
  })

  it('has the flow’s delay before the agent’s answers', () => {
    const pausesBeforeAnswers = (delay: number) => {
      const { lines } = simulate('delay', { settings: { responseSettings: { delay } } })
      return lines.flatMap(({ at, role, content }, i) => {
        const next = lines[i + 1]
        const spoken = speakingSeconds(content)
        return role === 'customer' && next?.role === 'agent' ? [next.at - at - spoken] : []
      })
    }
    expect(Math.max(...pausesBeforeAnswers(0))).toBeLessThan(1)
    expect(Math.min(...pausesBeforeAnswers(3))).toBeGreaterThan(3.1)
  })

  it('of a simple flow asks the questions in its prompt and follows no graph', () => {
    const script = simulate('simple', {
      promptType: 'simple',
      prompt: 'You call about the {plan} plan. Would you like to keep your {plan} plan? Be kind.',
    })
    expect(contains(script, 'Would you like to keep your Gold plan?')).toBe(true)
    expect(contains(script, 'Is the heating on?')).toBe(false)
  })

  it('has the agent from the first ring, and the customer from the answer until the goodbye', () => {
    const script = simulate('people')
    const participantKindsAt = (second: number) =>
      callStateAt(script, second).participants.map(({ metadata }) => metadata.kind)
    expect(participantKindsAt(1)).toEqual(['agent'])
    expect(participantKindsAt((script.answeredAt ?? 0) + 1)).toEqual(['agent', 'customer'])
    expect(participantKindsAt(script.endsAt - 0.2)).toEqual(['agent'])
  })
})
