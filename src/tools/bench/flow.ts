/**
 * Measures the editor of flows with 60 and 500 steps: the work of opening it from the page of the flow, and of dragging a step, compared
 * with a bare React Flow page that has as many steps, in the same browser.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../browser.ts'
import { buildPage, withServer } from '../built-page.ts'
import { measureInTurn, type Row } from '../measure.ts'
import { withSwitchboard } from '../switchboard.ts'
import type { BarePage } from './flow/page.ts'

const stepCounts = [60, 500]
const rounds = 5
const movesOfDrag = 60

/** A flow in which every other step branches. No step has a position, so the editor lays them out. */
function flowOf(steps: number) {
  const typeOf = (index: number) => (index === 0 ? 'start' : index % 2 === 1 ? 'condition' : 'ask')
  const nodes = Array.from({ length: steps }, (_, index) => ({
    id: `step_${index}`,
    type: typeOf(index),
    data: { label: `Step ${index + 1}`, prompt: 'Hello {first_name}, is this a good time?' },
  }))
  const edges = nodes.slice(1).map(({ id }, index) => ({
    id: `edge_${index}`,
    source: `step_${Math.floor(index / 2)}`,
    target: id,
    data: { label: index % 2 === 0 ? 'Yes' : 'No' },
  }))
  return { name: `${steps} steps`, flowData: { nodes, edges } }
}

/** Counts the ms of work of the page's main thread, independent of other load on the machine. */
async function startWorkMeasurement(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readTotalWorkMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const before = await readTotalWorkMs()
  return async () => {
    const worked = (await readTotalWorkMs()) - before
    await session.detach()
    return worked
  }
}

/**
 * A page with a diagram, and functions that show and hide it. While work is measured, elements are found by a selector of CSS: to find one by
 * its role, Playwright reads the styles of the whole page, which would count as work of the page.
 */
interface DiagramPage {
  page: Page
  diagram: string
  open: () => Promise<unknown>
  close: () => Promise<unknown>
}

const firstStep = (page: Page, diagram: string) => page.locator(`${diagram} .react-flow__node[data-id=step_0]`)
const firstConnection = (page: Page, diagram: string) => page.locator(`${diagram} .react-flow__edge`).first()

/** ms of work from opening the diagram until its steps and connections are drawn. */
async function measureOpening({ page, diagram, open, close }: DiagramPage): Promise<number> {
  await page.bringToFront()
  const endWorkMeasurement = await startWorkMeasurement(page)
  await open()
  await firstStep(page, diagram).waitFor()
  await firstConnection(page, diagram).waitFor({ state: 'attached' })
  const worked = await endWorkMeasurement()
  await close()
  return worked
}

/** ms of work per move of a step that is dragged. */
async function measureDragging({ page, diagram, open, close }: DiagramPage): Promise<number> {
  await page.bringToFront()
  await open()
  await firstConnection(page, diagram).waitFor({ state: 'attached' })
  const box = await firstStep(page, diagram).boundingBox()
  if (!box) throw new Error('The first step is not drawn.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 4, y + 4)
  const endWorkMeasurement = await startWorkMeasurement(page)
  for (let move = 0; move < movesOfDrag; move++) await page.mouse.move(x + 5 + move, y + 5 + (move % 7))
  const worked = await endWorkMeasurement()
  await page.mouse.up()
  await close()
  return worked / movesOfDrag
}

async function measure(steps: number, ours: DiagramPage, bare: DiagramPage): Promise<Row[]> {
  const compareWithBare = (value: number) => ({ name: 'bare React Flow', value })
  const opening = await measureInTurn({ ours: () => measureOpening(ours), bare: () => measureOpening(bare) }, rounds)
  const dragging = await measureInTurn({ ours: () => measureDragging(ours), bare: () => measureDragging(bare) }, rounds)
  return [
    {
      title: `${steps} steps: work of opening`,
      unit: 'ms',
      ours: opening.ours,
      comparison: compareWithBare(opening.bare),
      goal: { max: 2 },
    },
    {
      title: `${steps} steps: work per move of a dragged step`,
      unit: 'ms',
      ours: dragging.ours,
      comparison: compareWithBare(dragging.bare),
      goal: { max: 1.5 },
    },
  ]
}

/** Creates a flow with this many steps, and returns its ID. */
const createFlow = (page: Page, steps: number) =>
  page.evaluate(async (flow) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const response = await fetch('/api/v1/flows', { method: 'POST', headers, body: JSON.stringify(flow) })
    if (!response.ok) throw new Error(`The flow was not created: ${response.status}`)
    return ((await response.json()) as { id: string }).id
  }, flowOf(steps))

/** Goes back and forth between the page of a flow and its editor. */
async function openOurs(page: Page, url: string, flowId: string): Promise<DiagramPage> {
  const diagramToRead = 'main :not(form) .react-flow'
  const diagram = 'form .react-flow'
  const editLink = page.locator(`a[href="/flows/${flowId}/edit"]`)
  await page.goto(`${url}/flows/${flowId}`)
  await firstConnection(page, diagramToRead).waitFor({ state: 'attached' })
  return {
    page,
    diagram,
    open: () => editLink.evaluate((link) => (link as unknown as { click: () => void }).click()),
    close: async () => {
      await page.goBack()
      // A dragged step is not saved.
      const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard changes' })
      await discard.or(editLink).first().waitFor()
      if (await discard.isVisible()) await discard.click()
      await editLink.waitFor()
      await firstConnection(page, diagramToRead).waitFor({ state: 'attached' })
    },
  }
}

async function openBare(page: Page, url: string, steps: number): Promise<DiagramPage> {
  await page.goto(url)
  return {
    page,
    diagram: '.react-flow',
    open: () => page.evaluate((count) => (globalThis as unknown as { bench: BarePage }).bench.mount(count), steps),
    close: () => page.evaluate(() => (globalThis as unknown as { bench: BarePage }).bench.unmount()),
  }
}

export async function bench(): Promise<Row[]> {
  execFileSync('vite', ['build', '--logLevel', 'error'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'bench-flow-'))
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  try {
    await buildPage(join(import.meta.dirname, 'flow'), folder)
    return await withServer(folder, (bareUrl) =>
      withSwitchboard(async (url) => {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
        const [oursPage, barePage] = [await context.newPage(), await context.newPage()]
        await oursPage.goto(`${url}/flows`)
        await oursPage.getByRole('table', { name: 'Flows' }).waitFor()
        const measured: Row[] = []
        for (const steps of stepCounts) {
          const flowId = await createFlow(oursPage, steps)
          const ours = await openOurs(oursPage, url, flowId)
          measured.push(...(await measure(steps, ours, await openBare(barePage, bareUrl, steps))))
        }
        return measured
      }),
    )
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
