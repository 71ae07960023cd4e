/** Says at the end of the stories how many effects were counted (effects.ts). What came twice has failed its story. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { effectsCounted, effectsUnaccounted } from './effects.ts'

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export default class EffectsReporter implements Reporter {
  private effects = 0
  private stories = 0
  private unaccounted = 0

  onTestEnd(_story: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (type === effectsUnaccounted) this.unaccounted += 1
      if (type !== effectsCounted) continue
      this.stories += 1
      this.effects += Number(description)
    }
  }

  onEnd(): void {
    const verdict = this.unaccounted === 0 ? 'none twice' : `${this.unaccounted} not accounted for`
    console.log(`  ${counted(this.effects, 'effect')} in ${counted(this.stories, 'story', 'stories')}, ${verdict}`)
  }

  printsToStdio = (): boolean => false
}
