import { describe, expect, it } from 'vitest'
import { mergeLines, silenceBetween, speakerOf, transcriptText } from './transcript-lines.ts'

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

  it('removes nothing when an older answer arrives late', () => {
    expect(mergeLines(first, [agent('Hello, this is Renewals.')])).toBe(first)
    expect(mergeLines(first, [])).toBe(first)
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
    expect(corrected[1]).toEqual({ index: 1, role: 'customer', content: 'Hi there.', at: 5_000, isFirstSeen: true })
  })

  it('takes the time of the service once it sends one', () => {
    const next = mergeLines(first, [agent('Hello.'), customer('Hi')], () => 5_000)
    const spoken = { ...customer('Hi there.'), timestamp: '2026-03-02T10:00:00Z' }
    const [, line] = mergeLines(next, [agent('Hello.'), spoken])
    expect(line).toEqual({ index: 1, role: 'customer', content: 'Hi there.', at: Date.parse(spoken.timestamp) })
  })
})

describe('a silence', () => {
  const line = (at: number | null, content: string) => ({ index: 0, role: 'agent', content, at })

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
  it('names the speaker on every line', () => {
    expect(transcriptText([agent('Hello.'), customer('Hi.')])).toBe('Agent: Hello.\nCustomer: Hi.')
  })

  it('shows an unknown role as the service sends it', () => {
    expect(speakerOf('supervisor')).toEqual({ name: 'supervisor', side: 'other' })
    expect(speakerOf('')).toEqual({ name: 'Unknown', side: 'other' })
    expect(speakerOf('Assistant').name).toBe('Agent')
  })
})
