/**
 * Finds a Chromium for the stories. It prefers the headless shell, in which a story takes a third less processor time than in a full
 * browser in headless mode. If the shell is missing, it installs Playwright's (if there is no browser at all) or Debian's (as root).
 * If there is still no browser, it prints what to install.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
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

/** The path of Playwright's full Chromium: `…/chromium-<revision>/<platform>/chrome`. */
const playwrightChromium = chromium.executablePath()

/** Playwright's shell of the same revision: `…/chromium_headless_shell-<revision>/<platform>/chrome-headless-shell`. */
function findPlaywrightShell(): string | null {
  const folder = dirname(dirname(playwrightChromium)).replace(/chromium-(?=\d+$)/, 'chromium_headless_shell-')
  return globSync(join(folder, '*', '{chrome-headless-shell,headless_shell}{,.exe}'))[0] ?? null
}

const findShell = (): string | null => findPlaywrightShell() ?? onPath('chromium-headless-shell')

/** The path of an installed browser, or null. */
export const findBrowser = (): string | null =>
  findShell() ??
  (existsSync(playwrightChromium) ? playwrightChromium : null) ??
  onPath('chromium') ??
  onPath('chromium-browser') ??
  onPath('google-chrome')

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0

/** Installs Debian packages. Updates the package lists only if the first attempt fails. */
function installFromDebian(...packages: string[]): void {
  const install = () => run('apt-get', 'install', '-y', '--no-install-recommends', ...packages)
  if (!install() && run('apt-get', 'update')) install()
}

/** The path of a browser, after installing the shell if possible. If there is none, prints what to install and returns null. */
export function ensureBrowser(): string | null {
  if (!findBrowser()) {
    console.log("No browser found. Installing Playwright's headless shell…")
    run('npx', 'playwright', 'install', 'chromium-headless-shell')
  }
  if (!findShell() && process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(
      "Installing Debian's headless shell of Chromium, which needs a third less processor time for the stories…",
    )
    installFromDebian('chromium-headless-shell', 'fonts-liberation')
  }
  const found = findBrowser()
  if (!found) {
    console.error(
      'The stories need Chromium, and none was found. Install it with "npx playwright install chromium-headless-shell" or your system\'s chromium package, then run the tests again.',
    )
  }
  return found
}

// `npm test` runs this file in parallel with other steps.
if (import.meta.main) process.exitCode = ensureBrowser() ? 0 : 1
