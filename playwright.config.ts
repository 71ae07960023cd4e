import { defineConfig } from '@playwright/test'
import { findBrowser } from './src/tools/browser.ts'
import { hasSeveralGateways } from './src/tools/several-gateways.ts'

const executablePath = findBrowser() ?? undefined

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.story.ts',
  // Emptied by Playwright as it starts, while others write to test-results.
  outputDir: 'test-results/stories',
  fullyParallel: true,
  // A story mostly waits for what a person waits for: three share two cores.
  workers: 3,
  // What is flaky is mended.
  retries: 0,
  // Three times what the longest take on two cores: a machine may have much else to do.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list'], ['./e2e/effects-reporter.ts'], ['json', { outputFile: 'test-results/stories.json' }]],
  globalSetup: './e2e/build.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A trace costs a third of a story's time: ask for it where one fails (CONTRIBUTING.md).
    trace: 'off',
    // What pulses or slides would be drawn all the time that a story waits: a twelfth of its processor time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    },
  },
  projects: [
    // The longest first: at the end they would leave a worker idle.
    { name: 'pictures', testMatch: '**/pictures.story.ts' },
    { name: 'embedded', testIgnore: '**/pictures.story.ts' },
    // What can differ in front of a service in a process of its own is told there too.
    { name: 'separate', testIgnore: '**/pictures.story.ts', grep: /@both/ },
    // In front of two gateways behind nginx on PostgreSQL: all of them in `npm run test:soak`.
    ...(hasSeveralGateways()
      ? [
          {
            name: 'team',
            // Not told there: pictures; answers of every form, which one gateway reads like two; hours that end by a gateway's own clock,
            // since a team goes by the database's; batches and deliveries that only an embedded service makes known to its gateway.
            testIgnore: /(pictures|drift|batch-hours|batch-budget)\.story\.ts/,
            grepInvert: /a call of a batch that ends is seen at once/,
            ...(process.env.SOAK === undefined && { grep: /@team/ }),
          },
        ]
      : []),
  ],
})
