/**
 * Says at the end of the stories how many effects were counted (effects.ts), and which stories took a second try. A browser on a busy
 * machine may miss a moment, once; an effect that came twice, or a person named in a log, fails the run in whatever try it was.
 */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { effectsCounted, effectsUnaccounted, personalFound } from './effects.ts'

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export default class EffectsReporter implements Reporter {
  private effects = 0
  private stories = 0
  private unaccounted = 0
  private personal = 0
  private readonly again: string[] = []

  onTestEnd(story: TestCase, { annotations, retry, status }: TestResult): void {
    if (retry > 0 && status === story.expectedStatus) this.again.push(story.title)
    for (const { type, description } of annotations) {
      if (type === effectsUnaccounted) this.unaccounted += 1
      if (type === personalFound) this.personal += 1
      if (type !== effectsCounted) continue
      this.stories += 1
      this.effects += Number(description)
    }
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const verdict = this.unaccounted === 0 ? 'none twice' : `${this.unaccounted} not accounted for`
    console.log(`  ${counted(this.effects, 'effect')} in ${counted(this.stories, 'story', 'stories')}, ${verdict}`)
    for (const title of this.again) console.log(`  took a second try: ${title}`)
    return this.unaccounted + this.personal > 0 ? { status: 'failed' } : {}
  }

  printsToStdio = (): boolean => false
}
