/** The files of figures: each heading above its own values. The numbers differ, so that two columns cannot be swapped unnoticed. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, test } from 'vitest'
import { type BatchWithFigures, type CallCount, callOutcomes, type DecisionCount, noPrices } from '#contract/index.ts'
import { resultsOf } from './agents/call-results.ts'
import { fileColumnsOf as resultColumnsOf } from './agents/results-table.tsx'
import { fileColumns as batchColumns } from './batches/columns.tsx'
import { csvOf, FiguresTable } from './comparison.tsx'
import { fileColumnsOf as costColumnsOf, rowOf as costRowOf } from './cost/cost-table.tsx'
import { totalCost } from './cost/costs.ts'
import { fileColumnsOf as groupColumnsOf, groupsOf } from './groups-table.tsx'
import { noDecisions } from './review/decision-figures.ts'
import { fileColumnsOf as reviewColumnsOf, groupsOf as reviewGroupsOf } from './review/groups.tsx'

const filter = { days: 28, agent: '', flow: '', batch: '', country: '' }
const linesOf = (file: string) =>
  file
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\n')
const ana: CallCount = {
  key: 'a1',
  name: 'Ana',
  outcomes: { agreed: 5, answered: 2, mailbox: 3, no_answer: 4, busy: 6, failed: 9, unknown: 8 },
  longTalks: 1,
  talkSeconds: 90,
}

describe('the file of', () => {
  it('calls by group has their outcomes', () => {
    expect(linesOf(csvOf(groupColumnsOf('agent'), groupsOf('agent', [ana], filter, true)))).toEqual([
      'Agent,Calls,Answered,Talked over 20 seconds,Mailbox,No answer,Busy,Failed,Unknown,Talk time (seconds)',
      'Ana,37,7,1,3,4,6,9,8,90',
    ])
  })

  it('results by agent or flow has shares in percent, empty if they are not known', () => {
    const group: CallCount = {
      ...ana,
      outcomes: { agreed: 5, said_no: 2, do_not_call: 1, mailbox: 12 },
      longTalks: 3,
      talkSeconds: 100,
      moods: { positive: 4, neutral: 1, negative: 2 },
    }
    const row = (name: string, groups: readonly CallCount[]) => ({ name, ...resultsOf(groups) })
    expect(linesOf(csvOf(resultColumnsOf('flow'), [row('Renewal', [group]), row('Unused', [])]))).toEqual([
      'Flow,Calls,Answered (%),Over 20 s (%),Agreed (%),Said no (%),Asked not to be called (%),Positive (%),Negative (%),Average talk time per answered call (seconds)',
      'Renewal,20,40,15,62.5,25,12.5,57.1,28.6,13',
      'Unused,0,,,,,,,,',
    ])
  })

  it('batches has what is known of each, and every outcome', () => {
    const batch: BatchWithFigures = {
      batchId: 'b1',
      name: 'Renewals',
      agentId: 'a1',
      agentName: 'Ana',
      startedAt: Date.UTC(2026, 10, 26, 9),
      isComplete: true,
      rows: 100,
      ended: 90,
      seen: 80,
      seenToEnd: 85,
      called: 95,
      answered: 70,
      talked: 60,
      outcomes: Object.fromEntries(callOutcomes.map((outcome, index) => [outcome, index + 1])),
      calls: 120,
      talkSeconds: 500,
    }
    const unknown = { ...batch, name: '', agentName: null, agentId: null, startedAt: null, rows: null, ended: null }
    expect(linesOf(csvOf(batchColumns, [batch, { ...batch, agentName: null }, { ...unknown, outcomes: {} }]))).toEqual([
      'Batch,ID,Agent,Started,Rows,Ended,Details known,Answered rows,Over 20 s,Agreed,Talked,Said no,Call back later,Asked for a person,Wrong person,Asked not to be called,May have asked not to be called,"Answered, no details",Mailbox,No answer,Busy,Failed,Unknown,Talk time (seconds)',
      'Renewals,b1,Ana,2026-11-26T09:00:00.000Z,100,90,80,70,60,1,2,3,4,5,6,7,8,9,10,11,12,13,14,500',
      'Renewals,b1,a1,2026-11-26T09:00:00.000Z,100,90,80,70,60,1,2,3,4,5,6,7,8,9,10,11,12,13,14,500',
      ',b1,,,,,80,70,60,,,,,,,,,,,,,,,500',
    ])
  })

  it('batches and groups leaves out what has not been read, and never calls it none', () => {
    const unread = {
      outcomes: { answered: 10 },
      answered: 10,
      talked: 10,
      called: 10,
      seen: 0,
      seenToEnd: 10,
      ended: 48,
    }
    const batch = {
      batchId: 'b1',
      name: 'Autumn',
      rows: 48,
      talkSeconds: 750,
      startedAt: null,
      agentId: null,
      agentName: null,
    }
    const file = linesOf(csvOf(batchColumns, [{ ...batch, ...unread, isComplete: true, calls: 10 }]))
    expect(file[1]).toBe('Autumn,b1,,,48,48,0,,,,,,,,,,,10,,,,,,')
    const group = { ...ana, outcomes: { answered: 10, busy: 1 }, longTalks: 0 }
    expect(linesOf(csvOf(groupColumnsOf('agent'), groupsOf('agent', [group], filter, false)))[1]).toBe(
      'Ana,11,10,,,,1,,,90',
    )
  })

  it('costs has no cost where no price is set', () => {
    const prices = { ...noPrices, perMinute: 0.1, currency: 'EUR' }
    const group = {
      key: 'GB',
      name: null,
      countries: [{ country: 'GB', calls: 3, seconds: 100, startedMinutes: 4 }],
      messages: 0,
    }
    const row = (price: typeof prices | typeof noPrices) => costRowOf('country', group, price)
    expect(linesOf(csvOf(costColumnsOf('country', 'EUR'), [row(prices), row(noPrices)]))).toEqual([
      'Country,Connected calls,Minutes,Cost (EUR)',
      'United Kingdom,3,1.66666666667,0.166666666667',
      'United Kingdom,3,1.66666666667,',
    ])
    expect(linesOf(csvOf(costColumnsOf('batch', ''), []))).toEqual(['Batch,Connected calls,Minutes,Cost'])
  })

  it('costs adds up to the total that the page shows, also over many small amounts', () => {
    const prices = { ...noPrices, perMinute: 0.0085 }
    const groups = Array.from({ length: 3_000 }, (_, index) => ({
      key: `b${index}`,
      name: `Batch ${index}`,
      countries: [{ country: 'GB', calls: 1, seconds: 1, startedMinutes: 1 }],
      messages: 0,
    }))
    const rows = groups.map((group) => costRowOf('batch', group, prices))
    const cells = linesOf(csvOf(costColumnsOf('batch', ''), rows)).slice(1)
    const sum = cells.reduce((total, line) => total + Number(line.split(',').at(-1)), 0)
    expect(sum.toFixed(4)).toBe(totalCost({ groups }, prices).amount?.toFixed(4))
  })

  it('decisions has the most frequent reason of rejections', () => {
    const counts: DecisionCount[] = [
      {
        ...noDecisions,
        key: 'a1',
        name: 'Ana',
        results: { approved: 5, edited: 3, rejected: 2, saved: 4 },
        reasons: { 'Wrong tone': 2 },
        medianSeconds: 60,
      },
      { ...noDecisions, key: 'a2', name: 'Ben', results: { rejected: 1 }, reasons: { '': 1 } },
    ]
    const search = { ...filter, reviewer: '', by: 'agent' as const }
    expect(linesOf(csvOf(reviewColumnsOf('agent'), reviewGroupsOf(search, counts, 'me')))).toEqual([
      'Agent,Decided,Approved unchanged,Edited,Rejected,Text saved,Median wait (seconds),Most frequent reason',
      'Ana,10,5,3,2,4,60,Wrong tone',
      'Ben,1,0,0,1,0,,No reason given',
    ])
  })
})

test('a table leaves out columns of which nothing is known, and never all: not its first, and none without rows', () => {
  const columns = ['name', 'count'].map((id) => ({ id, header: id, cell: () => '–' }))
  const headings = (rows: readonly string[]) =>
    renderToStaticMarkup(
      createElement(FiguresTable<string>, { columns, rows, rowKey: String, file: [], fileName: '' }),
    ).split('<th ').length - 1
  expect([headings(['Ana']), headings([])]).toEqual([1, 2])
})
