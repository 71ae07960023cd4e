/** Runs axe, for stories that check accessibility. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'

/** Marks the element that axe checks. */
const checkedAttribute = 'data-checked-by-axe'

/** The rules of axe that depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe on the page. Its script is large, so it is injected only once in each document.
 *
 * @param inapplicableRules rules of axe that do not apply to this state of the page
 * @param part checks only this element, with the dialog, menu, list or region around it; by default the whole page
 * @param colours checks only what depends on the theme, for a page whose other rules were checked in another theme
 * @returns a sentence for each problem
 */
export async function findAccessibilityProblems(
  page: Page,
  inapplicableRules: readonly string[] = [],
  part?: Locator,
  colours = false,
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
      ...(colours && { runOnly: colourRules.filter((rule) => !inapplicableRules.includes(rule)) }),
      rules: Object.fromEntries(inapplicableRules.map((rule) => [rule, { enabled: false }])),
    })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
