import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { generateFlows } from '../seed/flows.ts'
import { seededRandom } from '../shared/random.ts'
import { type CallFacts, callStateAt, simulateCall } from './simulate-call.ts'

const flows = generateFlows(seededRandom('flows')).map(({ name, fields }) => ({ id: 'f'.repeat(24), name, ...fields }))
const agent = {
  id: 'a'.repeat(24),
  name: 'Nora · Renewals',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
}
const createFacts = (seed: string, flowIndex: number, toNumber = '+14155550134'): CallFacts => ({
  seed,
  dialledAt: Date.UTC(2026, 10, 20, 10),
  toNumber,
  customerName: 'Dana Whitfield',
  columns: { date: 'Tuesday' },
  agent,
  flow: flows[flowIndex % flows.length] as CallFacts['flow'],
})
const anyFacts = fc.tuple(fc.string(), fc.nat(flows.length - 1)).map(([seed, flow]) => createFacts(seed, flow))
const simulateAnsweredCall = (seed: string, flowIndex = 0) => simulateCall(createFacts(seed, flowIndex, '+12025550100'))

describe('a script', () => {
  it('is the same for the same facts and differs between calls', { tags: ['soak'] }, () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(simulateCall(facts)).toEqual(simulateCall(structuredClone(facts)))
      }),
      propertyTestParameters(100),
    )
    const scripts = new Set(
      Array.from({ length: 50 }, (_, i) => JSON.stringify(simulateAnsweredCall(`call ${i}`).lines)),
    )
    expect(scripts.size).toBeGreaterThan(45)
  })

  it('names one price of a plan for each number', () => {
    const pricesFor = (number: string) =>
      new Set(
        Array.from({ length: 400 }, (_, i) => createFacts(`price ${i}`, i, number))
          .filter(({ flow }) => flow.name.startsWith('Plan renewal'))
          .flatMap((facts) => simulateCall({ ...facts, outcome: 'completed' }).lines)
          .flatMap(({ content }) => /\$[\d.]+(?= a month)/.exec(content)?.[0] ?? []),
      )
    expect(pricesFor('+14155550134').size).toBe(1)
    expect(new Set(['0', '1', '2', '3', '4'].flatMap((n) => [...pricesFor(`+1415555012${n}`)])).size).toBeGreaterThan(1)
  })

  it('has the outcome that was chosen when it was dialled', () => {
    for (const outcome of ['completed', 'voicemail', 'no_answer', 'busy', 'failed'] as const)
      expect(simulateCall({ ...createFacts('chosen', 0), outcome }).outcome).toBe(outcome)
  })

  it('rings for 4 to 12 seconds and mostly lasts for a minute or longer', () => {
    const durations = Array.from({ length: 300 }, (_, i) => {
      const { answeredAt, endsAt } = simulateAnsweredCall(`length ${i}`, i)
      expect(answeredAt).toBeGreaterThanOrEqual(4)
      expect(answeredAt).toBeLessThanOrEqual(12)
      return endsAt - (answeredAt ?? 0)
    }).toSorted((a, b) => a - b)
    expect(durations[30]).toBeGreaterThan(35)
    expect(durations[150]).toBeGreaterThan(45)
    expect(durations[285]).toBeLessThan(160)
  })

  it('follows its flow, with all variables filled', { tags: ['I4-2'] }, () => {
    const renewalIndex = flows.findIndex(({ name }) => name === 'Plan renewal')
    const { lines } = simulateAnsweredCall('words', renewalIndex)
    const text = lines.map(({ content }) => content).join('\n')
    expect(text).toContain("It's about your home service plan. It ends on Tuesday")
    expect(text).toContain('Dana')
    for (let i = 0; i < 300; i++) {
      const script = simulateCall(createFacts(`braces ${i}`, i))
      for (const { content } of script.lines) expect(content).not.toMatch(/[{}]|undefined|null/)
      expect(script.followUp?.text ?? '').not.toMatch(/[{}]|undefined|null/)
    }
  })

  it('names the date of a call-back that comes after the holidays, not only its weekday', () => {
    const moments = Array.from({ length: 300 }, (_, i) => {
      const facts = createFacts(`holidays ${i}`, i, '+447700900123')
      return simulateCall({ ...facts, dialledAt: Date.UTC(2026, 11, 23, 18), outcome: 'completed' })
    }).flatMap(({ lines }) =>
      lines.flatMap(({ content }) => /\bcall you (?:about a replacement )?(.*?) at \d/.exec(content)?.[1] ?? []),
    )
    expect(new Set(moments)).toEqual(new Set(['on Monday 4th January']))
  })

  it('takes every branch of a flow', () => {
    const flow = flows.findIndex(({ name }) => name === 'Appointment reminder')
    const transcripts = Array.from({ length: 200 }, (_, i) =>
      simulateAnsweredCall(`branch ${i}`, flow)
        .lines.map(({ content }) => content)
        .join(' '),
    )
    expect(transcripts.some((text) => /gate code/.test(text))).toBe(true)
    expect(transcripts.some((text) => /I've moved it/.test(text))).toBe(true)
    expect(transcripts.some((text) => /putting you through|connecting you/.test(text))).toBe(true)
  })

  it('ends even if the flow has a cycle, no end or no graph', () => {
    const node = (id: string, type: string) => ({
      id,
      type,
      position: { x: 0, y: 0 },
      data: { prompt: `This is ${id}.` },
    })
    const edge = (source: string, target: string) => ({ id: `${source}${target}`, source, target })
    const graphs = [
      {
        nodes: [node('a', 'start'), node('b', 'say'), node('c', 'ask')],
        edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'b')],
      },
      { nodes: [node('a', 'start'), node('b', 'webhook')], edges: [edge('a', 'b'), edge('b', 'nowhere')] },
      { nodes: [], edges: [] },
    ]
    for (const flowData of graphs) {
      const facts = createFacts('loop', 0, '+12025550100')
      const script = simulateCall({ ...facts, flow: { ...facts.flow, flowData } })
      expect(script.lines.length).toBeGreaterThan(3)
      expect(script.endsAt).toBeLessThan(400)
    }
  })

  it('is cut off at the flow’s maximum duration, and at an hour', () => {
    const facts = createFacts('cut', 0, '+12025550105')
    const short = simulateCall({
      ...facts,
      flow: { ...facts.flow, settings: { callSetting: { maxCallDuration: 20 } } },
    })
    expect(short.endsAt - (short.answeredAt ?? 0)).toBe(20)
    const long = simulateCall({
      ...facts,
      flow: { ...facts.flow, settings: { callSetting: { maxCallDuration: 99_999 } } },
    })
    expect(long.endsAt - (long.answeredAt ?? 0)).toBe(3600)
  })
})

describe('a transcript', () => {
  it('only grows, or corrects its last line', { tags: ['soak', 'S2.8-5'] }, () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(flows.length - 1), (seed, flow) => {
        const script = simulateAnsweredCall(seed, flow)
        let before = callStateAt(script, 0).transcript
        for (let second = 0; second <= script.endsAt; second += 0.5) {
          const { transcript } = callStateAt(script, second)
          expect(transcript.length).toBeGreaterThanOrEqual(before.length)
          expect(transcript.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
          expect(transcript.slice(0, before.length).map(({ role }) => role)).toEqual(before.map(({ role }) => role))
          before = transcript
        }
        expect(before.map(({ content }) => content)).toEqual(script.lines.map(({ content }) => content))
      }),
      propertyTestParameters(30),
    )
  })

  it('only grows after a person takes over', { tags: ['soak'] }, () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(flows.length - 1), fc.nat(90), (seed, flow, mutedAt) => {
        const script = simulateAnsweredCall(seed, flow)
        let before = callStateAt(script, mutedAt, mutedAt).transcript
        for (let second = mutedAt; second <= script.endsAt; second += 0.5) {
          const { transcript } = callStateAt(script, second, mutedAt)
          expect(transcript.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
          expect(transcript.length).toBeGreaterThanOrEqual(before.length)
          before = transcript
        }
      }),
      propertyTestParameters(20),
    )
  })

  it('sometimes corrects its last line before the next one appears', () => {
    const scripts = Array.from({ length: 40 }, (_, i) => simulateAnsweredCall(`heard ${i}`, i))
    const corrected = scripts
      .flatMap(({ lines }) => lines.map((line, i) => ({ line, next: lines[i + 1] })))
      .filter(({ line }) => line.misheard !== undefined)
    expect(corrected.length).toBeGreaterThan(20)
    for (const { line, next } of corrected) {
      expect(line.misheard?.content).not.toBe(line.content)
      expect(line.misheard?.until).toBeLessThan(next?.at ?? Number.POSITIVE_INFINITY)
    }
  })
})

describe('the state of a call', () => {
  it('has a duration that never decreases and stops with the call', { tags: ['soak', 'S2.8-3'] }, () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const script = simulateAnsweredCall(seed)
        let last = 0
        for (let second = 0; second < script.endsAt + 20; second++) {
          const { duration, phase } = callStateAt(script, second)
          expect(duration).toBeGreaterThanOrEqual(last)
          expect(phase === 'ended').toBe(second >= script.endsAt)
          last = duration
        }
        expect(last).toBe(Math.floor(script.endsAt - (script.answeredAt ?? 0)))
      }),
      propertyTestParameters(30),
    )
  })

  it('starts neutral and changes its sentiment with the line that causes it', { tags: ['S2.8-4'] }, () => {
    for (let i = 0; i < 100; i++) {
      const script = simulateAnsweredCall(`when ${i}`, i)
      expect(callStateAt(script, 0).sentiment).toBe('neutral')
      for (const { at, sentiment } of script.moods) expect(callStateAt(script, at).sentiment).toBe(sentiment)
      for (const [before, { at }] of script.moods.slice(1).entries()) {
        expect(callStateAt(script, at - 0.1).sentiment).toBe(script.moods[before]?.sentiment)
      }
    }
  })

  it('has sentiments of all three kinds', { tags: ['I6-7'] }, () => {
    const sentiments = new Set(
      Array.from({ length: 200 }, (_, i) => simulateAnsweredCall(`mood ${i}`, i)).flatMap(({ moods }) =>
        moods.map(({ sentiment }) => sentiment),
      ),
    )
    expect(sentiments).toEqual(new Set(['positive', 'neutral', 'negative']))
  })

  it('shows the colleague instead of the agent after a handover', { tags: ['S2.8-6'] }, () => {
    const script = Array.from({ length: 300 }, (_, i) => simulateAnsweredCall(`hand ${i}`, i)).find(
      ({ participants }) => participants.length === 3,
    )
    if (script === undefined) throw new Error('no call was handed over')
    const [, , colleague] = script.participants
    const stateAfterHandover = callStateAt(script, (colleague?.joinedAt ?? 0) + 3)
    expect(stateAfterHandover.participants.map(({ metadata }) => metadata.kind)).toEqual(['customer', 'colleague'])
    expect(stateAfterHandover.transcript.at(-1)?.role).toBe('colleague')
  })

  it('has no lines of a muted agent', () => {
    const script = simulateAnsweredCall('muted')
    const before = callStateAt(script, 20)
    const after = callStateAt(script, 60, 20)
    const agentLinesOf = ({ transcript }: typeof before) => transcript.filter(({ role }) => role === 'agent')
    expect(agentLinesOf(after)).toEqual(agentLinesOf(before))
    expect(agentLinesOf(callStateAt(script, 60)).length).toBeGreaterThan(agentLinesOf(before).length)
  })
})
