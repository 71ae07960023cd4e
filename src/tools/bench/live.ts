/**
 * Measures the wall with 60 live calls in a browser for some seconds: the processor time of the page and its longest block, compared with the
 * same cards in a bare page, whose script only changes as many texts as often.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { median, type Row } from '../measure.ts'
import { withBrowser } from './page/measured-page.ts'
import { withLoadedSwitchboard } from './team/processes.ts'

const callCount = 60
/** Calls end and begin all the time. */
const minCallCount = 56
const rounds = 5
const roundMs = 6_000

/** The number of cards of calls in progress. */
const countCards = `document.querySelectorAll('ul[aria-label="Calls"] article:not([data-ended])').length`

/** Opens the wall and waits for its calls. */
async function openWall(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/calls`)
  while ((await page.evaluate<number>(countCards)) < minCallCount) await wait(500)
}

/**
 * Shows the wall's own cards without the dashboard's scripts. Each second, a script changes the duration of every card; every two seconds,
 * the last line of a third of them, which is about how often somebody speaks.
 */
async function openBareCards(page: Page, wall: Page): Promise<void> {
  const html = await wall.evaluate<string>(`document.documentElement.outerHTML`)
  await page.setContent(html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*>/g, ''))
  await page.evaluate(`{
    const cards = [...document.querySelectorAll('ul[aria-label="Calls"] article')]
    const parts = cards.map((card) => ({ duration: card.querySelector('p .numeric'), line: card.querySelector('p:last-child') }))
    let seconds = 60
    setInterval(() => {
      seconds += 1
      const text = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0')
      for (const [index, { duration, line }] of parts.entries()) {
        duration.textContent = text
        if (seconds % 2 === 0 && index % 3 === Math.floor(seconds / 2) % 3) line.textContent = 'Line ' + seconds
      }
    }, 1000)
  }`)
}

interface Load {
  /** Processor time of the page's main thread, % of a core. Other load on the machine does not count. */
  processorShare: number
  /** The longest time for which the page could not have reacted, ms. */
  longestBlockMs: number
}

async function measureLoad(page: Page): Promise<Load> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readWorkMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const [workBeforeMs, began] = [await readWorkMs(), performance.now()]
  await wait(roundMs)
  const processorShare = (100 * ((await readWorkMs()) - workBeforeMs)) / (performance.now() - began)
  await session.detach()
  // Separately, because its timer takes processor time itself.
  const longestBlockMs = await page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now()
    let [last, longest] = [began, 0]
    const timer = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      if (now - began < ${roundMs}) return
      clearInterval(timer)
      resolve(longest)
    }, 4)
  })`)
  return { processorShare, longestBlockMs }
}

async function measure(browser: Browser, url: string): Promise<Row[]> {
  // Without animations: how many calls ring differs from second to second.
  const options = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const
  const [wall, bare] = [await browser.newPage(options), await browser.newPage(options)]
  await openWall(wall, url)
  await openBareCards(bare, wall)
  const loads = { wall: [] as Load[], bare: [] as Load[] }
  for (let round = 0; round < rounds; round += 1) {
    loads.wall.push(await measureLoad(wall))
    loads.bare.push(await measureLoad(bare))
  }
  const figure = (name: keyof Load) => ({
    ours: median(loads.wall.map((load) => load[name])),
    comparison: { name: 'the same cards in a bare page', value: median(loads.bare.map((load) => load[name])) },
  })
  return [
    {
      title: '60 calls on the wall: processor time of the page',
      unit: '% of a core',
      ...figure('processorShare'),
      goal: { max: 6 },
    },
    { title: '60 calls on the wall: longest block of the page', unit: 'ms', ...figure('longestBlockMs') },
  ]
}

export async function bench(): Promise<Row[]> {
  execFileSync('vite', ['build', '--logLevel', 'error'], { stdio: 'inherit' })
  return withLoadedSwitchboard({ drafts: 0, calls: callCount }, (url) =>
    withBrowser((browser) => measure(browser, url)),
  )
}
