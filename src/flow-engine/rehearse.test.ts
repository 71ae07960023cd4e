/** Rehearsals. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { simulatedCustomers } from './answers.ts'
import { branchLabel } from './graph.ts'
import type { Input, Move, Rehearsal, RehearsalOptions } from './rehearsal.ts'
import { rehearse } from './rehearse.ts'
import type { WalkedFlow } from './walk.ts'

const node = (id: string, type: string, data: Record<string, unknown> = {}): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { label: id, ...data },
})
const edge = (source: string, target: string, label?: string): FlowEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(label === undefined ? {} : { data: { label } }),
})
const rule = (when: string, then: string, value = ''): FlowRule => ({ id: when, when, then, value })

const renewal: WalkedFlow = {
  promptType: 'flow',
  prompt: '',
  welcomeMessage: 'ai_custom',
  customWelcomeMessage: 'Hello {first_name}, it is about order {Order Number}.',
  rules: [],
  settings: { callSetting: { endCallOnSilence: 20 } },
  flowData: {
    nodes: [
      node('start', 'start'),
      node('keep', 'ask', { prompt: 'Keep your {plan} plan?' }),
      node('fork', 'condition'),
      node('letter', 'message', { prompt: 'Renewed, {first_name}.', spoken: 'I text you.' }),
      node('hold', 'play_music'),
      node('bye', 'end', { prompt: 'Goodbye.' }),
    ],
    edges: [
      edge('start', 'keep'),
      edge('keep', 'fork'),
      edge('fork', 'letter', 'Yes'),
      edge('fork', 'hold', 'No'),
      edge('fork', 'keep', 'Another day'),
      edge('letter', 'bye'),
      edge('hold', 'bye'),
    ],
  },
}
const options: RehearsalOptions = {
  customer: 'agrees',
  values: { first_name: 'Dana', 'Order Number': '42' },
  isOutsideHours: false,
}
const run = (customer: RehearsalOptions['customer'], changes: Partial<WalkedFlow> = {}, inputs: Input[] = []) =>
  rehearse({ ...renewal, ...changes }, { ...options, customer }, inputs)
const type = (...inputs: Input[]) => run('typed', {}, inputs)
const say = (text: string): Input => ({ kind: 'answer', text })

/** The steps of a path, without repeating a step for each of its moves. */
const pathOf = ({ moves }: Rehearsal) =>
  moves.map(({ step }) => step?.id ?? '').filter((id, index, ids) => id !== '' && id !== ids[index - 1])
const endOf = ({ moves }: Rehearsal) => {
  const event = moves.at(-1)?.event
  return event?.kind === 'end' ? event.why : null
}
const spokenIn = ({ moves }: Rehearsal) =>
  moves.flatMap(({ event }) =>
    'pieces' in event && event.pieces.length > 0
      ? [event.pieces.map((piece) => (piece.kind === 'missing' ? `<${piece.name}>` : piece.text)).join('')]
      : [],
  )
const reasonsIn = ({ moves }: Rehearsal) =>
  moves.flatMap(({ via }) =>
    via === null || via.reason.kind === 'only-connection'
      ? []
      : [[via.by === 'rule' ? via.rule.when : branchLabel(via.edge), via.reason.kind]],
  )
const eventKinds = ({ moves }: Rehearsal) => moves.map(({ event }) => event.kind)

describe('a simulated customer', () => {
  it('who agrees takes the branch for a yes, and the agent says the texts with their variables', () => {
    const rehearsal = run('agrees')
    expect(pathOf(rehearsal)).toEqual(['start', 'keep', 'fork', 'letter', 'bye'])
    expect(reasonsIn(rehearsal)).toEqual([['Yes', 'customer-chose']])
    expect(spokenIn(rehearsal)).toEqual([
      'Hello Dana, it is about order 42.',
      'Keep your <plan> plan?',
      'Renewed, Dana.',
      'I text you.',
      'Goodbye.',
    ])
    expect(endOf(rehearsal)).toEqual({ kind: 'end-step' })
    expect(rehearsal.waiting).toBeNull()
  })

  it('who says no takes the branch for a no, through a step of an unknown type', () => {
    const rehearsal = run('declines')
    expect(pathOf(rehearsal)).toEqual(['start', 'keep', 'fork', 'hold', 'bye'])
    expect(rehearsal.moves.map(({ event }) => event)).toContainEqual({ kind: 'customer', answer: { kind: 'no' } })
  })

  it('who asks for a person is transferred by the first rule for that, and not by a later one', () => {
    const rules = [
      rule('silence', 'end'),
      rule('Caller asks for human', 'transfer', 'Sales'),
      rule('caller_asks_for_human', 'end'),
    ]
    const rehearsal = run('asks-for-person', { rules })
    expect(endOf(rehearsal)).toEqual({ kind: 'transferred', to: 'Sales' })
    expect(reasonsIn(rehearsal)).toEqual([['Caller asks for human', 'condition']])
  })

  it('who asks for a person goes on if the flow has nothing for that, which is said', () => {
    expect(eventKinds(run('asks-for-person'))).toContain('nobody-to-transfer-to')
    expect(pathOf(run('asks-for-person'))).toContain('letter')
    const broken = run('asks-for-person', { rules: [rule('caller_asks_for_human', 'go_to_node', 'gone')] })
    expect(eventKinds(broken)).toContain('rule-without-effect')
    expect(eventKinds(broken)).not.toContain('nobody-to-transfer-to')
    expect(endOf(broken)).toEqual({ kind: 'end-step' })
  })

  it('who asks for a person takes the branch for that', () => {
    const edges = [...renewal.flowData.edges, edge('fork', 'bye', 'caller_asks_for_human')]
    const rehearsal = run('asks-for-person', { flowData: { ...renewal.flowData, edges } })
    expect(pathOf(rehearsal)).toEqual(['start', 'keep', 'fork', 'bye'])
    expect(reasonsIn(rehearsal)).toEqual([['caller_asks_for_human', 'condition']])
  })

  it('who is silent ends the call after the flow’s limit, or triggers its rule', () => {
    expect(endOf(run('silent'))).toEqual({ kind: 'silence', afterSeconds: 20 })
    expect(endOf(run('silent', { settings: {} }))).toEqual({ kind: 'silence', afterSeconds: null })
    const jumping = run('silent', { rules: [rule('silence', 'go_to_node', 'letter')] })
    expect(pathOf(jumping)).toEqual(['start', 'keep', 'letter', 'bye'])
  })

  it('who hangs up ends the call at the first question', () => {
    expect(endOf(run('hangs-up'))).toEqual({ kind: 'hung-up' })
    expect(pathOf(run('hangs-up'))).toEqual(['start', 'keep'])
  })
})

describe('a person who types the answers', () => {
  it('is asked for one at each question, with the branches', () => {
    const { waiting } = type()
    expect(waiting?.for).toBe('answer')
    expect(waiting?.branches.map(branchLabel)).toEqual(['Yes', 'No', 'Another day'])
  })

  it.each([
    ['Yes, please.', ['Yes', 'yes']],
    ['Well, sure', ['Yes', 'yes']],
    ['I don’t think so', ['No', 'no']],
    ['Nope', ['No', 'no']],
    ['No, another DAY.', ['Another day', 'named']],
    ['It depends', undefined],
    ['I’m not sure, yes or no?', undefined],
  ])('takes the branch that “%s” decides, if it does', (text, decision) => {
    expect(reasonsIn(type(say(text)))[0]).toEqual(decision)
  })

  it('chooses the branch if the words do not decide', () => {
    const undecided = type(say('It depends'))
    expect(undecided.waiting).toMatchObject({ for: 'branch', rules: [] })
    expect(undecided.moves.at(-1)?.step?.id).toBe('fork')
    const decided = type(say('It depends'), { kind: 'branch', edgeId: 'fork-hold' })
    expect(reasonsIn(decided)).toEqual([['No', 'person-chose']])
    expect(endOf(decided)).toEqual({ kind: 'end-step' })
  })

  it('can choose the branch at once, say nothing, or hang up', () => {
    expect(pathOf(type({ kind: 'branch', edgeId: 'fork-letter' }))).toContain('letter')
    expect(endOf(type({ kind: 'silent' }))).toMatchObject({ kind: 'silence' })
    expect(endOf(type({ kind: 'hangs-up' }))).toEqual({ kind: 'hung-up' })
  })

  it('triggers the rule for a person in words, and other rules by choosing them', () => {
    const rules = [
      rule('caller_asks_for_human', 'transfer', 'Sales'),
      rule('The customer asks about the price', 'message', 'From $9, {first_name}.'),
      rule('outside_working_hours', 'end'),
    ]
    expect(endOf(run('typed', { rules }, [say('Could I talk to a human?')]))).toMatchObject({ to: 'Sales' })
    const { waiting } = run('typed', { rules })
    expect(waiting?.rules.map(({ index }) => index)).toEqual([1])
    const priced = run('typed', { rules }, [{ kind: 'rule', index: 1 }])
    expect(spokenIn(priced)).toContain('From $9, Dana.')
    expect(reasonsIn(priced)).toEqual([['The customer asks about the price', 'person-chose']])
  })

  it('may go round in a loop with a question as often as they answer', () => {
    const again = Array.from({ length: 9 }, (): Input => ({ kind: 'branch', edgeId: 'fork-keep' }))
    const rehearsal = type(...again)
    expect(pathOf(rehearsal).filter((id) => id === 'keep')).toHaveLength(10)
    expect(rehearsal.waiting?.for).toBe('answer')
  })

  it('is asked again if an edit removed the branch that was chosen', () => {
    const edges = renewal.flowData.edges.filter(({ id }) => id !== 'fork-hold')
    const rehearsal = run('typed', { flowData: { ...renewal.flowData, edges } }, [
      { kind: 'branch', edgeId: 'fork-hold' },
      say('yes'),
    ])
    expect(rehearsal.waiting).toMatchObject({ for: 'answer' })
    expect(endOf(rehearsal)).toBeNull()
  })
})

describe('a rehearsal', () => {
  const withGraph = (nodes: FlowNode[], edges: FlowEdge[]) => run('agrees', { flowData: { nodes, edges } })

  it('says where a flow ends without an end step', () => {
    expect(endOf(withGraph([node('a', 'say')], []))).toMatchObject({ kind: 'no-next', step: { id: 'a' } })
    expect(endOf(withGraph([node('a', 'say')], [edge('a', 'gone')]))).toEqual({ kind: 'missing-step', id: 'gone' })
    expect(endOf(withGraph([node('a', 'say'), node('b', 'end')], [edge('a', 'b', 'silence')]))).toEqual({
      kind: 'no-branch',
    })
    const loop = withGraph([node('a', 'say'), node('b', 'say')], [edge('a', 'b'), edge('b', 'a')])
    expect(endOf(loop)).toMatchObject({ kind: 'loop', step: { id: 'a' } })
  })

  it('of a flow with only a prompt asks the questions in it', () => {
    const simple = run('agrees', { promptType: 'simple', prompt: 'Sell the {plan}. Do you want it? Be kind.' })
    expect(eventKinds(simple)).toEqual(['agent', 'prompt', 'agent', 'customer', 'agent', 'end'])
    expect(spokenIn(simple)).toContain('Do you want it?')
    expect(pathOf(simple)).toEqual([])
  })

  it('outside working hours says so, and follows the rule for it or ends', () => {
    const settings = { responseSettings: { workingHours: { outOfHoursMessage: 'Closed, {first_name}.' } } }
    const closed = (rules: FlowRule[]) =>
      rehearse({ ...renewal, settings, rules }, { ...options, isOutsideHours: true }, [])
    expect(spokenIn(closed([]))).toContain('Closed, Dana.')
    expect(pathOf(closed([]))).toEqual([])
    expect(endOf(closed([]))).toEqual({ kind: 'closed' })
    expect(pathOf(closed([rule('outside_working_hours', 'go_to_node', 'letter')]))).toEqual(['letter', 'bye'])
  })

  it('begins with the customer if the flow lets them speak first', () => {
    const [first] = run('agrees', { welcomeMessage: 'user_initiated' }).moves
    expect(first?.event).toEqual({ kind: 'customer', answer: { kind: 'speaks-first' } })
  })
})

describe('a rehearsal of any flow', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const label = fc.constantFrom('', 'Yes', 'No', 'Later', 'silence', 'caller_asks_for_human')
  const anyFlow: fc.Arbitrary<WalkedFlow> = fc
    .record({
      nodes: fc.array(
        fc.record({
          id,
          type: fc.constantFrom('start', 'say', 'ask', 'ask', 'condition', 'condition', 'message', 'end', 'webhook'),
        }),
        { maxLength: 7 },
      ),
      edges: fc.array(fc.record({ source: id, target: id, label }), { maxLength: 14 }),
      rules: fc.array(
        fc.record({
          when: fc.constantFrom('silence', 'caller_asks_for_human', 'sentiment_negative', 'price', ''),
          then: fc.constantFrom('transfer', 'go_to_node', 'end', 'message', 'sing'),
          value: id,
        }),
        { maxLength: 4 },
      ),
      promptType: fc.constantFrom('flow', 'simple'),
    })
    .map(({ nodes, edges, rules, promptType }) => ({
      ...renewal,
      promptType,
      prompt: 'Is it you? Sure?',
      rules: rules.map(({ when, then, value }) => rule(when, then, value)),
      flowData: {
        nodes: nodes.map(({ id, type }) => node(id, type, { prompt: `{${id}}` })),
        edges: edges.map(({ source, target, label }, index) => ({ ...edge(source, target, label), id: `${index}` })),
      },
    }))
  const anyInput: fc.Arbitrary<Input> = fc.oneof(
    fc.record({ kind: fc.constant('answer' as const), text: fc.constantFrom('yes', 'no', 'later', 'hm', 'a human') }),
    fc.record({ kind: fc.constant('branch' as const), edgeId: fc.nat(14).map(String) }),
    fc.record({ kind: fc.constant('rule' as const), index: fc.nat(4) }),
    fc.record({ kind: fc.constantFrom('silent' as const, 'asks-for-person' as const) }),
  )
  const anyOptions = fc
    .record({
      customer: fc.constantFrom('typed' as const, 'typed' as const, ...simulatedCustomers),
      isOutsideHours: fc.boolean(),
    })
    .map((changes): RehearsalOptions => ({ ...options, ...changes }))

  const stepBefore = (moves: readonly Move[], index: number) => moves[index - 1]?.step?.id

  it('ends, waits or says that it loops, follows only connections and rules that exist, and is the same each time', {
    tags: ['soak'],
  }, () => {
    fc.assert(
      fc.property(anyFlow, anyOptions, fc.array(anyInput, { maxLength: 12 }), (flow, anyOption, inputs) => {
        const rehearsal = rehearse(flow, anyOption, inputs)
        expect((rehearsal.waiting === null) !== (endOf(rehearsal) === null)).toBe(true)
        expect(anyOption.customer === 'typed' || rehearsal.waiting === null).toBe(true)
        const wrong = rehearsal.moves.filter(({ step, via }, index) => {
          if (via?.by === 'rule') return !flow.rules.includes(via.rule)
          if (via?.by !== 'connection')
            return (
              index > 0 &&
              step?.id !== stepBefore(rehearsal.moves, index) &&
              stepBefore(rehearsal.moves, index) !== undefined
            )
          return !flow.flowData.edges.includes(via.edge) || via.edge.source !== stepBefore(rehearsal.moves, index)
        })
        expect(wrong).toEqual([])
        expect(rehearse(structuredClone(flow), anyOption, inputs)).toEqual(rehearsal)
      }),
      propertyTestParameters(500),
    )
  })

  it('goes back to where it waited if the last inputs are left out', { tags: ['soak'] }, () => {
    fc.assert(
      fc.property(anyFlow, fc.array(anyInput, { maxLength: 12 }), (flow, inputs) => {
        const typed: RehearsalOptions = { ...options, customer: 'typed' }
        const { moves } = rehearse(flow, typed, inputs)
        for (const count of inputs.keys()) {
          const before = rehearse(flow, typed, inputs.slice(0, count)).moves
          expect(moves.slice(0, before.length)).toEqual(before)
        }
      }),
      propertyTestParameters(200),
    )
  })
})
