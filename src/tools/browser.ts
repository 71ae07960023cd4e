/**
 * Finds a Chromium for the stories, and installs one where there is none: Playwright's own, else, as root, Debian's. Without
 * either it says what is needed.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const onPath = (name: string): string | null => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return null
}

const playwrights = (): string | null => {
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : null
}

/** The path of a browser that is here already, or null. */
export const findBrowser = (): string | null =>
  playwrights() ?? onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome')

const tries: { what: string; when: () => boolean; commands: [string, ...string[]][] }[] = [
  {
    what: "Playwright's Chromium",
    when: () => true,
    commands: [['npx', 'playwright', 'install', 'chromium-headless-shell', 'chromium']],
  },
  {
    what: "Debian's Chromium",
    when: () => process.getuid?.() === 0 && onPath('apt-get') !== null,
    commands: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ],
  },
]

/** The path of a browser, installed if need be; null when none can be had, after saying what is needed. */
export function ensureBrowser(): string | null {
  for (const { what, when, commands } of tries) {
    const found = findBrowser()
    if (found) return found
    if (!when()) continue
    console.log(`No browser here: installing ${what}.`)
    for (const [command, ...args] of commands) spawnSync(command, args, { stdio: 'ignore', timeout: 240_000 })
  }
  const found = findBrowser()
  if (!found) {
    console.error(
      'The stories need a Chromium. Install one ("npx playwright install chromium", or your system\'s chromium package) and run the tests again.',
    )
  }
  return found
}
