/**
 * Figures that share a word are equal. Every page of a day is opened; within a section each label has one figure, and the figures of
 * different pages that count the same are compared. The calls of the day go on slowly: what differs because a call ended meanwhile is
 * read again.
 */
import type { Page } from '@playwright/test'
import { outcomeLabels } from '#contract/index.ts'
import { navigateTo, pageHeading } from './page.ts'
import { areas, batchIdOf, type DashboardPage, pagesByArea, runningBatchName } from './page-list.ts'
import { expect, test, type World } from './world.ts'

test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 0.1, env: {} } })

/** Pages without figures of the day: forms, and what does not exist. */
const withoutFigures =
  /(-new|-edit|-node|-unknown|^new-batch|^place-a-call|^import-records|^flow-templates|^versions|deleted|-appearance|-keyboard|-account)$/

/**
 * Where a figure is on a page: a pattern of the text of the page, its sidebar or its top bar. Several figures of it are added up, and those
 * of each place where a global pattern matches.
 */
type Place = [page: string, pattern: RegExp]
const outcomeLine = `(?:${Object.values(outcomeLabels).join('|')})\\n(\\d+)\\n[<>]?\\d+%`
/** The figures that count the same, by what they count. The first column is the word that they share. */
const equalFigures: Record<string, Place[]> = {
  'live calls': [
    ['overview', /^Live calls\n(\d+)$/m],
    ['live-calls', /^(\d+) calls in progress$/m],
  ],
  'drafts waiting': [
    ['overview', /^Drafts to review\n(\d+)$/m],
    ['overview', /^Review\nG\nthen\nR\n(\d+)\nwaiting$/m],
    ['review', /^(\d+) drafts waiting$/m],
    ['reports-review', /^(\d+) drafts$/m],
    ['reports-review', /^Drafts\n(\d+)$/m],
  ],
  conversations: [
    ['overview', /^Checked (\d+) conversations/m],
    ['review', /^Watching (\d+) conversations$/m],
    ['conversations', /^(\d+) conversations$/m],
  ],
  'requests of the last minute': [
    ['reports-budget', /^(\d+)\/60$/m],
    ['reports-budget', /^(\d+) of 60$/m],
  ],
  'calls of the running batch': [
    ['overview', / waiting, of (\d+)$/m],
    ['batches', / waiting, of (\d+)$/m],
    ['batch', /^\d+ of (\d+) calls$/m],
    ['batch', /^Completed\n(\d+)\n.+\n(\d+)\nIn progress\n(\d+)\nWaiting\n(\d+)(?:\nCancelled\n(\d+))?$/m],
    ['batch', /^People in this batch\n(\d+)$/m],
    ['reports-batches', new RegExp(`^${runningBatchName}(?:\\n.*)\\n(\\d+)$`, 'm')],
  ],
  'people of the running batch who were not reached': [
    ['overview', /, (\d+) not reached, \d+ in progress/],
    ['batches', /, (\d+) not reached, \d+ in progress/],
    ['batch', /^Not reached\n(\d+)$/m],
  ],
  'waiting calls of the running batch': [
    ['overview', /, (\d+) waiting, of \d+$/m],
    ['batches', /, (\d+) waiting, of \d+$/m],
    ['batch', /^Cancel remaining (\d+) calls$/m],
    ['batch', /^Waiting\n(\d+)$/m],
  ],
  'called people of the running batch': [
    ['batch', /^Called(?:, as far as read)?\n(\d+)$/m],
    ['batch', new RegExp(`^${outcomeLine}$`, 'gm')],
  ],
  'calls of today': [
    ['overview', /^Calls today\n(\d+)$/m],
    ['reports-reaching-today', /^Calls\n(\d+)$/m],
    ['reports-calls-today', /^(\d+) calls found\.$/m],
  ],
  'ended rows of the running batch': [
    ['overview', /^(\d+) of 120$/m],
    ['batches', /^(\d+) of 120$/m],
    ['batch', /^Completed\n(\d+)\n.+\n(\d+)\nIn progress$/m],
    ['batch', new RegExp(`^(?:${outcomeLine}|Not yet read\\n(\\d+))$`, 'gm')],
    ['batch', /^(\d+) of 120 calls$/m],
    ['reports-batches', new RegExp(`^${runningBatchName}(?:\\n.*){2}\\n\\d+ of (\\d+)$`, 'm')],
  ],
  'answered calls': [
    ['reports-reaching', /^Answered, no details\n(\d+)$/m],
    ['reports-agents', /^Answered, no details\n(\d+)$/m],
    ['reports-batches', /^Answered, no details\n(\d+)$/m],
  ],
  'calls of the period': [
    ['reports-reaching', /^Calls\n(\d+)$/m],
    ['reports-calls', /^(\d+) calls found\.$/m],
    ['reports-reaching', /^All (\d+)$/m],
    ['reports-agents', /^All (\d+)$/m],
  ],
  agents: [
    ['agents', /^(\d+) agents$/m],
    ['agents', /^1 to 20 of (\d+) agents$/m],
  ],
  flows: [
    ['flows', /^(\d+) flows$/m],
    ['flows', /^1 to 20 of (\d+) flows$/m],
  ],
}

async function pagesWithFigures(world: World): Promise<DashboardPage[]> {
  const pages = (await Promise.all(areas.map((area) => pagesByArea[area](world)))).flat()
  return [
    ...pages.filter(({ name }) => !withoutFigures.test(name)),
    { name: 'reports-reaching-today', title: 'Reaching people', path: '/reports/reaching?days=1' },
    { name: 'reports-calls-today', title: 'Counted calls', path: '/reports/calls?days=1' },
  ]
}

interface PageText {
  /** The text of the page with sidebar and top bar, one line for each piece. */
  all: string
  /** The text of each innermost section, by its heading. */
  sections: { heading: string; text: string }[]
}

/** Opens a page and reads its text once it has loaded. */
async function readPage(page: Page, { path, title }: DashboardPage): Promise<PageText> {
  await navigateTo(page, path)
  await expect(pageHeading(page, title)).toBeVisible()
  await expect(page.getByText(/^Loading|…$/).and(page.getByRole('status'))).toHaveCount(0)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  return page.evaluate(() => {
    const tidy = (text: string) =>
      text
        .split(/[\n\t]+/)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join('\n')
    const sections = [...document.querySelectorAll<HTMLElement>('main section')].filter(
      (section) => section.querySelector('section') === null,
    )
    return {
      all: tidy(document.body.innerText),
      sections: sections.map((section) => ({
        heading: section.querySelector('h2, h3')?.textContent ?? '',
        // The rows of a table are compared with nothing.
        text: tidy(
          [...section.querySelectorAll('table')].reduce(
            (text, table) => text.replace(table.innerText, ''),
            section.innerText,
          ),
        ),
      })),
    }
  })
}

/** Labels of a section with two different figures, such as "Live updates: 17, 12". */
function labelsWithTwoFigures({ heading, text }: PageText['sections'][number]): string[] {
  const figuresOf = new Map<string, Set<string>>()
  for (const [, label = '', figure = ''] of text.matchAll(/^([A-Z][a-z]\D*)\n(?=([\d,.]+)$)/gm))
    figuresOf.set(label, (figuresOf.get(label) ?? new Set()).add(figure))
  return [...figuresOf].flatMap(([label, figures]) =>
    figures.size > 1 ? [`${heading}: ${label}: ${[...figures].join(', ')}`] : [],
  )
}

/** What disagrees in the texts of pages, by their name. A figure that is not found disagrees too. */
function disagreements(texts: ReadonlyMap<string, PageText>): string[] {
  const ofSections = [...texts].flatMap(([name, { sections }]) =>
    sections.flatMap(labelsWithTwoFigures).map((found) => `${name}: ${found}`),
  )
  const ofPages = Object.entries(equalFigures).flatMap(([word, places]) => {
    const found = places.flatMap(([name, pattern]) => {
      const text = texts.get(name)
      const matches = [...(text?.all.matchAll(new RegExp(pattern, 'gm')) ?? [])]
      const counts = (pattern.global ? matches : matches.slice(0, 1)).flatMap((match) => match.slice(1).filter(Boolean))
      const figure = counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + Number(count), 0)
      // A list that goes on does not count its rows.
      const isCounted = text && (figure !== undefined || !/, and more on the next\.$/m.test(text.all))
      return isCounted ? [`${name} ${figure ?? `has no ${pattern}`}`] : []
    })
    const figures = new Set(found.map((figure) => figure.slice(figure.indexOf(' '))))
    return figures.size < 2 ? [] : [`${word}: ${found.join(' · ')}`]
  })
  return [...ofSections, ...ofPages]
}

test('figures that share a word are equal on every page of a day', async ({ page, world }) => {
  test.slow()
  await page.goto(`/batches/${await batchIdOf(world, runningBatchName)}`)
  // Stays open, so that its figures are compared too.
  await page.getByText('Steps, talk time, attempts and local hours').click()
  const pages = await pagesWithFigures(world)
  const names = pages.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(Object.values(equalFigures).flatMap((places) => places.map(([name]) => name))),
  )
  const texts = new Map<string, PageText>()
  let unread = pages
  await expect(async () => {
    for (const one of unread) texts.set(one.name, await readPage(page, one))
    const found = disagreements(texts)
    // Only the pages that disagree are read again.
    unread = pages.filter(({ name }) => found.some((sentence) => sentence.split(/[ :]/).includes(name)))
    expect(found).toEqual([])
  }).toPass({ intervals: [0], timeout: 180_000 })

  // A figure that does not agree is found.
  const wall = texts.get('live-calls') ?? { all: '', sections: [] }
  const all = wall.all.replace(/^\d+(?= calls in progress$)/m, (count) => String(Number(count) + 1))
  expect(disagreements(new Map([...texts, ['live-calls', { ...wall, all }]]))).toEqual([
    expect.stringMatching(/^live calls: .*live-calls \d+/),
  ])
})
