/**
 * Finds a Chromium for the stories. Prefers the headless shell, in which a story takes a third less processor time than in a full browser
 * in headless mode. If there is no browser at all, installs Playwright's shell; as root on Debian, installs Debian's shell. If there is
 * still no browser, prints what to install.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

const findOnPath = (name: string): string | null => {
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

const findShell = (): string | null => findPlaywrightShell() ?? findOnPath('chromium-headless-shell')

/** The path of an installed browser, or null. */
export const findBrowser = (): string | null =>
  findShell() ??
  (existsSync(playwrightChromium) ? playwrightChromium : null) ??
  findOnPath('chromium') ??
  findOnPath('chromium-browser') ??
  findOnPath('google-chrome')

const runSucceeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0

/** Installs Debian packages. Updates the package lists only if the first attempt fails. */
function installFromDebian(...packages: string[]): void {
  const install = () => runSucceeds('apt-get', 'install', '-y', '--no-install-recommends', ...packages)
  if (!install() && runSucceeds('apt-get', 'update')) install()
}

/** Installs the shell if it is missing. @returns the path of a browser; null if there is none, after printing what to install */
export function ensureBrowser(): string | null {
  if (!findBrowser()) {
    console.log("No browser found. Installing Playwright's headless shell…")
    runSucceeds('npx', 'playwright', 'install', 'chromium-headless-shell')
  }
  if (!findShell() && process.getuid?.() === 0 && findOnPath('apt-get')) {
    console.log(
      "Installing Debian's headless shell of Chromium, which needs a third less processor time for the stories…",
    )
    installFromDebian('chromium-headless-shell', 'fonts-liberation')
  }
  const browserPath = findBrowser()
  if (!browserPath) {
    console.error(
      'The stories need Chromium, and none was found. Install it with "npx playwright install chromium-headless-shell" or your system\'s chromium package, then run the tests again.',
    )
  }
  return browserPath
}

// `npm test` runs this file as a program, in parallel with other steps.
if (import.meta.main) process.exitCode = ensureBrowser() ? 0 : 1
