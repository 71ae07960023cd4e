/** Reports how many effects all stories had (effects.ts). Fails if an effect is not accounted for, or if personal data was found. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { effectCountAnnotation, personalDataAnnotation, unaccountedEffectAnnotation } from './effects.ts'

const countText = (count: number, singular: string, plural = `${singular}s`) =>
  `${count} ${count === 1 ? singular : plural}`

export default class EffectsReporter implements Reporter {
  private effectCount = 0
  private storyCount = 0
  private unaccountedCount = 0
  private personalDataCount = 0

  onTestEnd(_story: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (type === unaccountedEffectAnnotation) this.unaccountedCount += 1
      if (type === personalDataAnnotation) this.personalDataCount += 1
      if (type !== effectCountAnnotation) continue
      this.storyCount += 1
      this.effectCount += Number(description)
    }
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const accountText = this.unaccountedCount === 0 ? 'all accounted for' : `${this.unaccountedCount} not accounted for`
    console.log(
      `  ${countText(this.effectCount, 'effect')} in ${countText(this.storyCount, 'story', 'stories')}, ${accountText}`,
    )
    return this.unaccountedCount + this.personalDataCount > 0 ? { status: 'failed' } : {}
  }

  printsToStdio = (): boolean => false
}
