import { defineConfig } from '@playwright/test'
import { expectTimeout } from './e2e/expect.ts'
import { findBrowser } from './src/tools/browser.ts'
import { hasSeveralGateways } from './src/tools/testing/several-gateways.ts'

/** Whether `npm run test:all` has run the stories of each job before, and so has built everything. */
const jobsDone = process.env.JOBS_DONE !== undefined

const executablePath = findBrowser() ?? undefined

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.story.ts',
  // Playwright empties this folder when it starts; other tools write to test-results.
  outputDir: 'test-results/stories',
  fullyParallel: true,
  // Stories mostly wait, so three of them share two cores beside type checks and unit tests, and four beside other tests, which wait too.
  workers: jobsDone ? 4 : 3,
  // Flaky stories are fixed, not retried.
  retries: 0,
  // Three times as long as the longest stories take on two cores, because the machine may be busy.
  timeout: 240_000,
  expect: { timeout: expectTimeout },
  forbidOnly: true,
  reporter: [['list'], ['./e2e/effects-reporter.ts'], ['json', { outputFile: 'test-results/stories.json' }]],
  globalSetup: jobsDone ? undefined : './e2e/build.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A trace makes a story a third slower. Turn it on for a failing one (CONTRIBUTING.md).
    trace: 'off',
    // Animations would take a twelfth of the processor time while a story waits.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        // A page lives for seconds, so code that V8 optimizes on other threads hardly ever runs long enough to repay it.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
  // Those with few and long stories first, so that no worker is idle at the end.
  projects: [
    // Two gateways behind nginx on PostgreSQL; all stories in `npm run test:soak`.
    ...(hasSeveralGateways()
      ? [
          {
            name: 'team',
            // Excluded: pictures; forms of answers, which do not depend on the number of gateways; calling hours that end by a gateway's own
            // clock, because several use the database's; batches and deliveries that only an embedded service announces to its gateway.
            testIgnore: /(pictures|drift|batch-hours|batch-budget)\.story\.ts/,
            grepInvert: /the end of a batch call appears at once/,
            ...(process.env.SOAK === undefined && { grep: /@team/ }),
          },
        ]
      : []),
    // Stories that may differ if the service runs in a process of its own, as it also does for two gateways.
    { name: 'separate', grep: /@both/, ...(hasSeveralGateways() && { grepInvert: /@team/ }) },
    { name: 'embedded', ...(jobsDone && { grepInvert: /@job/ }) },
  ],
})
