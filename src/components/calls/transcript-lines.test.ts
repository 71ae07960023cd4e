import { describe, expect, it } from 'vitest'
import { findLine, mergeLines, nextTranscript, silenceBetween, speakerOf, transcriptText } from './transcript-lines.ts'

const agent = (content: string) => ({ role: 'agent', content })
const customer = (content: string) => ({ role: 'customer', content })

describe('a transcript that grows', () => {
  const first = mergeLines([], [agent('Hello, this is Renewals.'), customer('Hi the')])

  it('adds new lines at the end', () => {
    const next = mergeLines(first, [agent('Hello, this is Renewals.'), customer('Hi the'), agent('Hi there!')])
    expect(next.map((line) => line.index)).toEqual([0, 1, 2])
  })

  it('keeps unchanged lines as they are, so that screen readers read nothing twice', () => {
    const next = mergeLines(first, [agent('Hello, this is Renewals.'), customer('Hi the'), agent('Hi there!')])
    expect(next[0]).toBe(first[0])
    expect(next[1]).toBe(first[1])
    expect(mergeLines(first, [agent('Hello, this is Renewals.'), customer('Hi the')])).toBe(first)
  })

  it('replaces a corrected last line in place', () => {
    const next = mergeLines(first, [agent('Hello, this is Renewals.'), customer('Hi there, who is this?')])
    expect(next).toHaveLength(2)
    expect(next[1]).toMatchObject({ index: 1, content: 'Hi there, who is this?' })
    expect(next[0]).toBe(first[0])
  })

  it('shows what the service said last: fragments that were put together are one line', () => {
    const fragments = mergeLines([], [agent('Hello.'), customer('I said'), customer('stop')], () => 5_000)
    const answer = [agent('Hello.'), customer('I said stop calling my mother.')]
    const next = mergeLines(fragments, answer, () => 9_000)
    expect(next.map(({ content }) => content)).toEqual(answer.map(({ content }) => content))
    expect(next[1]).toMatchObject({ id: 1, index: 1, at: 5_000 })
  })

  it('knows a line again by what it says, not by its place', () => {
    const next = mergeLines(first, [agent('Welcome.'), agent('Hello, this is Renewals.'), customer('Hi the')], () => 7)
    expect(next.map(({ id, at }) => [id, at])).toEqual([
      [2, 7],
      [0, null],
      [1, null],
    ])
    expect(next.map(({ index }) => index)).toEqual([0, 1, 2])
  })

  it('takes one answer with only its beginning for an older one, and believes the next reading', () => {
    const shown = { lines: first, olderReadAt: null }
    const beginning = [agent('Hello, this is Renewals.')]
    const once = nextTranscript(shown, beginning, 1_000)
    expect(once.lines).toBe(first)
    expect(nextTranscript(once, beginning, 1_000)).toBe(once)
    expect(nextTranscript(once, beginning, 2_500).lines.map(({ content }) => content)).toEqual([
      'Hello, this is Renewals.',
    ])
    // A full answer in between: the next beginning is a first one again.
    const full = nextTranscript(once, [...beginning, customer('Hi the')], 2_000)
    expect(nextTranscript(full, beginning, 3_000).lines).toBe(full.lines)
    // A shorter answer that says something else is no older one.
    expect(nextTranscript(shown, [agent('Hello.')], 1_000).lines.map(({ content }) => content)).toEqual(['Hello.'])
  })

  it('starts over if the answer is a different conversation', () => {
    const next = mergeLines(first, [customer('Wrong number.')])
    expect(next.map((line) => line.content)).toEqual(['Wrong number.'])
  })

  it('has the time of a line only if the service sends it', () => {
    const [line, secondLine] = mergeLines(
      [],
      [
        { ...agent('Hello.'), timestamp: '2026-03-02T10:00:00Z' },
        { ...customer('Hi.'), time: 12 },
      ],
    )
    expect(line?.at).toBe(Date.parse('2026-03-02T10:00:00Z'))
    expect(secondLine?.at).toBeNull()
  })
})

describe('a line whose time the service does not send', () => {
  const first = mergeLines([], [agent('Hello.')])

  it('has the time at which it was first seen, also after a correction', () => {
    const next = mergeLines(first, [agent('Hello.'), customer('Hi the')], () => 5_000)
    expect(next.map(({ at, isFirstSeen }) => [at, isFirstSeen])).toEqual([
      [null, undefined],
      [5_000, true],
    ])
    const corrected = mergeLines(next, [agent('Hello.'), customer('Hi there.')], () => 9_000)
    expect(corrected[1]).toEqual({
      id: 1,
      index: 1,
      role: 'customer',
      content: 'Hi there.',
      at: 5_000,
      isFirstSeen: true,
    })
  })

  it('takes the time of the service once it sends one', () => {
    const next = mergeLines(first, [agent('Hello.'), customer('Hi')], () => 5_000)
    const spoken = { ...customer('Hi there.'), timestamp: '2026-03-02T10:00:00Z' }
    const [, line] = mergeLines(next, [agent('Hello.'), spoken])
    expect(line).toEqual({
      id: 1,
      index: 1,
      role: 'customer',
      content: 'Hi there.',
      at: Date.parse(spoken.timestamp),
    })
  })
})

describe('a silence', () => {
  const line = (at: number | null, content: string) => ({ id: 0, index: 0, role: 'agent', content, at })

  it('is what is left between two lines after the first one was said, from ten seconds', () => {
    // 28 characters take two seconds.
    const said = line(0, 'x'.repeat(28))
    expect(silenceBetween(said, line(12_000, 'Yes.'))).toBe(10_000)
    expect(silenceBetween(said, line(11_999, 'Yes.'))).toBeNull()
    // A long line is not a silence.
    expect(silenceBetween(line(0, 'x'.repeat(280)), line(20_000, 'Yes.'))).toBeNull()
  })

  it('is unknown without both times', () => {
    expect(silenceBetween(undefined, line(60_000, 'Yes.'))).toBeNull()
    expect(silenceBetween(line(null, 'Hello.'), line(60_000, 'Yes.'))).toBeNull()
    expect(silenceBetween(line(0, 'Hello.'), line(null, 'Yes.'))).toBeNull()
  })
})

describe('a transcript as text', () => {
  it('says with whom and when, and who said what, by the names on the screen', () => {
    const lines = mergeLines([], [agent('Hello.'), { ...customer('Hi.'), timestamp: '2026-03-02T10:00:00Z' }])
    const text = transcriptText(lines, 'Call with Ava, 2 Mar 2026', { agent: 'Finn', customer: null })
    const [head, empty, first, second] = text.split('\n')
    expect([head, empty, first]).toEqual(['Call with Ava, 2 Mar 2026', '', 'Finn: Hello.'])
    expect(second).toMatch(/\d:00:00.*  Customer: Hi\.$/)
  })

  it('shows an unknown role as the service sends it', () => {
    expect(speakerOf('supervisor')).toEqual({ name: 'supervisor', side: 'other' })
    expect(speakerOf('')).toEqual({ name: 'Unknown', side: 'other' })
    expect(speakerOf('Assistant').name).toBe('Agent')
  })
})

it('finds the line that another answer had at another place', () => {
  const lines = mergeLines([], [agent('Yes?'), customer('Stop calling.'), agent('Yes?')])
  expect(findLine(lines, { index: 3, text: 'Yes?' })?.index).toBe(2)
  expect(findLine(lines, { index: 0, text: 'Stop' })?.index).toBe(1)
  expect(findLine(lines, { index: 0, text: 'Never said' })).toBeUndefined()
})
