/** Runs axe, for stories that check accessibility. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'

/** Marks the element that axe checks. */
const checkedAttribute = 'data-checked-by-axe'

/**
 * Runs axe on the page. Its script is large, so it is injected only once in each document.
 *
 * @param inapplicableRules rules of axe that do not apply to this state of the page
 * @param part checks only this element, with the dialog, menu, list or region around it; by default the whole page
 * @returns a sentence for each problem
 */
export async function findAccessibilityProblems(
  page: Page,
  inapplicableRules: readonly string[] = [],
  part?: Locator,
): Promise<string[]> {
  const isInjected = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isInjected && { axeSource: 'true' }) })
  await part?.evaluate((element, attribute) => {
    for (const marked of document.querySelectorAll(`[${attribute}]`)) marked.removeAttribute(attribute)
    let outermost: Element = element
    for (let around: Element | null = element; around; around = around.parentElement)
      if (around.matches('[role=dialog], [role=menu], [role=listbox], nav, aside')) outermost = around
    outermost.setAttribute(attribute, '')
  }, checkedAttribute)
  if (part) builder.include(`[${checkedAttribute}]`)
  const { violations } = await builder
    // Legacy mode opens no additional page. That page is needed only for frames, which the dashboard does not have.
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      rules: Object.fromEntries(inapplicableRules.map((rule) => [rule, { enabled: false }])),
    })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
