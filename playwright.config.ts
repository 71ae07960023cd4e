import { defineConfig } from '@playwright/test'
import { findBrowser } from './src/tools/browser.ts'

const executablePath = findBrowser() ?? undefined

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.story.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/stories.json' }]],
  globalSetup: './e2e/build.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    },
  },
  projects: [
    { name: 'embedded', testIgnore: '**/pictures.story.ts' },
    // The same stories in front of the service in a process of its own; what cannot differ there is told once.
    { name: 'separate', testIgnore: '**/pictures.story.ts', grepInvert: /@once/ },
    { name: 'pictures', testMatch: '**/pictures.story.ts' },
  ],
})
