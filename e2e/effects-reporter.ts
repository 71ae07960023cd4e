/** After all stories, reports how many effects they had (effects.ts). Fails if one is not accounted for, or if personal data was found. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { effectsCounted, effectsUnaccounted, personalDataFound } from './effects.ts'

const countText = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export default class EffectsReporter implements Reporter {
  private effects = 0
  private stories = 0
  private unaccounted = 0
  private personalData = 0

  onTestEnd(_story: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (type === effectsUnaccounted) this.unaccounted += 1
      if (type === personalDataFound) this.personalData += 1
      if (type !== effectsCounted) continue
      this.stories += 1
      this.effects += Number(description)
    }
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const verdict = this.unaccounted === 0 ? 'all accounted for' : `${this.unaccounted} not accounted for`
    console.log(`  ${countText(this.effects, 'effect')} in ${countText(this.stories, 'story', 'stories')}, ${verdict}`)
    return this.unaccounted + this.personalData > 0 ? { status: 'failed' } : {}
  }

  printsToStdio = (): boolean => false
}
