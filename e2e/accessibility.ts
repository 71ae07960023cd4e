/** Runs axe, for stories that check accessibility. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Runs axe on the page. Its script is large, so it is injected only once in each document.
 *
 * @param inapplicableRules rules of axe that do not apply to this state of the page
 * @returns a sentence for each problem
 */
export async function findAccessibilityProblems(
  page: Page,
  inapplicableRules: readonly string[] = [],
): Promise<string[]> {
  const isInjected = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isInjected && { axeSource: 'true' }) })
    // Legacy mode opens no additional page. That page is needed only for frames, which the dashboard does not have.
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      rules: Object.fromEntries(inapplicableRules.map((rule) => [rule, { enabled: false }])),
    })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
