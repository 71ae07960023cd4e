/** The editor of a flow in a narrow window: the panels beside the diagram can be hidden. */
import type { Page } from '@playwright/test'
import { outlineStep } from './flow-editor.ts'
import { expect, test } from './world.ts'

/**
 * How many connections are drawn, and the IDs of those that do not begin at a handle of their step. The canvas computes where the handles are, so that the drawing
 * library does not have to measure them.
 */
const drawnConnections = (page: Page) =>
  page.locator('.react-flow').evaluate((diagram) => {
    const handles = [...diagram.querySelectorAll('.react-flow__handle.source')].map((handle) => {
      const { right, top, height } = handle.getBoundingClientRect()
      return { x: right, y: top + height / 2 }
    })
    const paths = [...diagram.querySelectorAll<SVGPathElement>('.react-flow__edge-path')]
    const beside = paths.flatMap((path) => {
      const { x, y } = path.getPointAtLength(0).matrixTransform(path.getScreenCTM() ?? undefined)
      return handles.some((handle) => Math.hypot(handle.x - x, handle.y - y) < 0.5) ? [] : [path.id]
    })
    return { drawn: paths.length, beside }
  })

test.use({ readOnly: true, viewport: { width: 1024, height: 800 } })

test('an administrator hides the details beside the diagram, and a step that is opened shows them again', async ({
  page,
  world,
}) => {
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const flow = flows.find(({ name }) => name === 'Plan renewal, UK')
  await page.goto(`/flows/${flow?.id}/edit`)
  const step = page.locator('.react-flow__node').and(page.getByRole('group', { name: /Keep the plan\?/ }))
  const details = page.getByRole('tablist', { name: 'Details' })
  await expect(step).toBeVisible()
  const widthOfDiagram = () => page.locator('.react-flow').evaluate(({ clientWidth }) => clientWidth)
  const before = await widthOfDiagram()
  const { drawn, beside } = await drawnConnections(page)
  expect(drawn).toBeGreaterThan(0)
  expect(beside).toEqual([])

  // It opens on the step at which calls begin.
  await expect(page.getByRole('complementary', { name: '1. Start' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit flow')

  // Hidden with the key, the panel gives its focus to the button that shows it again.
  await page.getByRole('tab', { name: 'Flow', exact: true }).press(']')
  await expect(details).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show details' })).toBeFocused()
  expect(await widthOfDiagram()).toBeGreaterThan(before + 300)
  await page.reload()
  await expect(step).toBeVisible()
  await expect(details).toBeHidden()

  // A click selects a step, and a double click opens it.
  await step.click()
  await expect(page).toHaveURL(/node=keep/)
  await page.reload()
  await expect(step).toBeVisible()
  await expect(details).toBeHidden()
  await step.dblclick()
  await expect(page.getByLabel('Label', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Hide details' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Show details' })).toBeFocused()
  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Search steps' }).fill('another year')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: /Keep the plan\?/ })).toBeVisible()

  // In a wide window, the outline can be hidden, too.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Hide outline' }).press('Enter')
  await expect(outlineStep(page, /Keep the plan\?/)).toBeHidden()
  await page.getByRole('button', { name: 'Show outline' }).press('Enter')
  await expect(outlineStep(page, /Keep the plan\?/)).toBeVisible()
})
